import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const uses = style({ display: 'flex', flexDirection: 'column', gap: vars.space[2] })

export const lessons = style({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  color: color.textMuted,
  overflowWrap: 'anywhere',
})
