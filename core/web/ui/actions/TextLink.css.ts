import { style } from '@vanilla-extract/css'
import { color, vars } from '../theme/theme.css.ts'

export const link = style({
  color: color.accentInk,
  fontWeight: vars.weight.medium,
  borderRadius: '2px',
  textDecoration: 'none',
  cursor: 'pointer',
  selectors: {
    '&[data-hovered]': { textDecoration: 'underline' },
    // Inside a sentence color alone does not tell a link from its words.
    'p > &': { textDecoration: 'underline' },
  },
})
