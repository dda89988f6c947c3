import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const list = style({ display: 'grid', gap: vars.space[2], listStyle: 'none', margin: 0, padding: 0 })

export const file = style({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space[2],
  minWidth: 0,
  paddingBlock: vars.space[1],
})

export const name = style({ flex: 1, minWidth: 0, overflowWrap: 'anywhere' })

export const bar = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: vars.space[3] })

export const progress = style({ flex: 1, minWidth: 0 })

export const quiet = style({ margin: 0, color: color.textMuted, fontSize: vars.text[14] })
