import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const bar = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space[3],
})

export const foot = style([bar, { justifyContent: 'space-between' }])

export const quiet = style({ margin: 0, color: color.textMuted, fontSize: vars.text[14] })

export const failed = style([quiet, { color: color.red }])

export const text = style({ margin: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere' })

export const list = style({ display: 'grid', gap: vars.space[2], listStyle: 'none', margin: 0, padding: 0 })

export const score = style({ margin: 0, fontSize: vars.text[28], fontWeight: vars.weight.semibold })

export const code = style({ fontFamily: vars.font.mono, fontSize: vars.text[16], letterSpacing: '0.08em' })

export const join = style({ display: 'grid', gap: vars.space[2], maxWidth: '320px' })
