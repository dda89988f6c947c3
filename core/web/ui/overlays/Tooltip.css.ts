import { style } from '@vanilla-extract/css'
import { color, elevation, media, vars } from '../theme/theme.css.ts'

export const tooltip = style({
  maxWidth: 'min(280px, calc(100vw - 16px))',
  padding: '5px 10px',
  background: color.raised,
  borderRadius: vars.radius.small,
  boxShadow: elevation.float,
  color: color.text,
  fontSize: vars.text[12],
  lineHeight: '16px',
  overflowWrap: 'anywhere',
  transition: `opacity ${vars.duration.fast}`,
  selectors: { '&[data-entering], &[data-exiting]': { opacity: 0 } },
  '@media': { [media.reducedMotion]: { transition: 'none' } },
})
