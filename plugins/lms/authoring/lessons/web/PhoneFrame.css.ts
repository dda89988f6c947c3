import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const frame = style({
  display: 'block',
  // Width of a phone, and its border.
  width: '377px',
  maxWidth: '100%',
  height: '720px',
  marginInline: 'auto',
  border: `1px solid ${color.borderStrong}`,
  borderRadius: vars.radius.large,
  background: color.canvas,
})

export const inside = style({ padding: vars.space[4] })
