import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const list = style({
  display: 'grid',
  gap: vars.space[3],
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(190px, 100%), 1fr))',
  margin: 0,
  padding: 0,
  listStyle: 'none',
})

export const step = style({ display: 'flex', alignItems: 'flex-start', gap: vars.space[2], minWidth: 0 })

export const todo = style({ flex: 'none', marginTop: '2px', color: color.textMuted })
export const done = style({ flex: 'none', marginTop: '2px', color: color.green })

export const words = style({ display: 'grid', minWidth: 0, overflowWrap: 'anywhere' })
export const help = style({ fontSize: vars.text[12], lineHeight: '18px', color: color.textMuted })
