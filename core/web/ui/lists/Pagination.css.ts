import { style } from '@vanilla-extract/css'
import { color, vars } from '../theme/theme.css.ts'

export const bar = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  flexWrap: 'wrap',
  gap: vars.space[3],
})

export const range = style({ fontSize: vars.text[14], color: color.textMuted })
export const buttons = style({ display: 'flex', gap: vars.space[2] })
