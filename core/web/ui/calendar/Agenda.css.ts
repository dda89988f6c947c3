import { style } from '@vanilla-extract/css'
import { color, vars } from '../theme/theme.css.ts'

export const agenda = style({ display: 'grid', gap: vars.space[4] })

export const day = style({
  padding: '12px 16px 4px',
  background: color.surface,
  border: `1px solid ${color.border}`,
  borderRadius: vars.radius.large,
})

export const name = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space[2],
  fontSize: vars.text[14],
  fontWeight: vars.weight.semibold,
})

export const today = style({
  padding: '0 8px',
  borderRadius: vars.radius.full,
  background: color.accent,
  color: color.accentText,
  fontSize: vars.text[12],
  lineHeight: '20px',
})
