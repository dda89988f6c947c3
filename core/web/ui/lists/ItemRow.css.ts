import { style } from '@vanilla-extract/css'
import { color, vars } from '../theme/theme.css.ts'

export const row = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space[2],
  padding: vars.space[2],
  border: `1px solid ${color.border}`,
  borderRadius: vars.radius.small,
})

export const number = style({ color: color.textMuted })
export const words = style({ display: 'grid', flex: '1 1 160px', minWidth: 0 })
export const title = style({ fontWeight: vars.weight.medium, overflowWrap: 'anywhere' })
export const about = style({ color: color.textMuted, fontSize: vars.text[12] })
