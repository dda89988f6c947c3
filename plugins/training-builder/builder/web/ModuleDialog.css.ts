import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

/** One of a list in a form that has several fields. */
export const item = style({
  display: 'grid',
  gap: vars.space[3],
  minWidth: 0,
  padding: vars.space[3],
  border: `1px solid ${color.border}`,
  borderRadius: vars.radius.small,
})
