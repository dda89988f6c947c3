import { style } from '@vanilla-extract/css'
import { vars } from '../ui/theme/theme.css.ts'

export const brand = style({ display: 'flex', alignItems: 'center', gap: '10px', minWidth: 0 })
export const logo = style({ width: '28px', height: '28px', objectFit: 'contain', borderRadius: vars.radius.small })

export const name = style({
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  fontSize: vars.text[16],
  fontWeight: vars.weight.semibold,
  letterSpacing: '-0.01em',
})
