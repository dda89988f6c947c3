import { style, styleVariants } from '@vanilla-extract/css'
import { color, vars } from '../theme/theme.css.ts'

const base = style({
  display: 'inline-grid',
  placeItems: 'center',
  flexShrink: 0,
  borderRadius: '50%',
  fontWeight: vars.weight.semibold,
  letterSpacing: '0.01em',
  userSelect: 'none',
})

export const size = styleVariants({
  small: [base, { width: '28px', height: '28px', fontSize: vars.text[12] }],
  medium: [base, { width: '36px', height: '36px', fontSize: vars.text[14] }],
  large: [base, { width: '48px', height: '48px', fontSize: vars.text[16] }],
})

export const tone = styleVariants({
  accent: { background: color.accentSubtle, color: color.accentInk },
  green: { background: color.greenSubtle, color: color.green },
  amber: { background: color.amberSubtle, color: color.amber },
  red: { background: color.redSubtle, color: color.red },
  blue: { background: color.blueSubtle, color: color.blue },
})
