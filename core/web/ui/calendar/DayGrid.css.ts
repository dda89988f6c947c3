import { style } from '@vanilla-extract/css'
import { color, vars } from '../theme/theme.css.ts'

export const grid = style({
  width: '100%',
  tableLayout: 'fixed',
  borderCollapse: 'separate',
  borderSpacing: 0,
  overflow: 'hidden',
  background: color.surface,
  border: `1px solid ${color.border}`,
  borderRadius: vars.radius.large,
})

export const weekday = style({
  padding: '8px',
  color: color.textMuted,
  fontSize: vars.text[12],
  fontWeight: vars.weight.medium,
  textAlign: 'start',
})

export const abbreviation = style({ textDecoration: 'none' })
