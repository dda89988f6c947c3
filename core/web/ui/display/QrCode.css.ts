import { style } from '@vanilla-extract/css'
import { vars } from '../theme/theme.css.ts'

// The same in both schemes: many cameras do not read light on dark.
export const code = style({
  display: 'block',
  width: '184px',
  height: '184px',
  borderRadius: vars.radius.small,
  background: '#ffffff',
  color: '#000000',
})
