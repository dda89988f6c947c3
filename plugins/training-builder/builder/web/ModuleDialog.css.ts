import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

/** Item of a list in a form, with several fields. */
export const item = style({
  display: 'grid',
  gap: vars.space[3],
  minWidth: 0,
  padding: vars.space[3],
  border: `1px solid ${color.border}`,
  borderRadius: vars.radius.small,
})
