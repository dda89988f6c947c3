import { style } from '@vanilla-extract/css'
import { color, elevation, vars } from './theme.css.ts'

export const tooltip = style({
  maxWidth: '280px',
  padding: '4px 8px',
  borderRadius: vars.radius.small,
  background: color.text,
  color: color.canvas,
  boxShadow: elevation.float,
  fontSize: vars.text[12],
  lineHeight: '16px',
  transition: `opacity ${vars.duration.fast}`,
  selectors: { '&[data-entering], &[data-exiting]': { opacity: 0 } },
})
