import { style, styleVariants } from '@vanilla-extract/css'
import { color, vars } from '../theme/theme.css.ts'

const base = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '6px',
  padding: '1px 8px',
  borderRadius: vars.radius.full,
  fontSize: vars.text[12],
  fontWeight: vars.weight.medium,
  lineHeight: '20px',
  whiteSpace: 'nowrap',
})

export const tone = styleVariants({
  neutral: [base, { background: color.hover, color: color.textMuted }],
  accent: [base, { background: color.accentSubtle, color: color.accentInk }],
  green: [base, { background: color.greenSubtle, color: color.green }],
  amber: [base, { background: color.amberSubtle, color: color.amber }],
  red: [base, { background: color.redSubtle, color: color.red }],
  blue: [base, { background: color.blueSubtle, color: color.blue }],
  purple: [base, { background: color.purpleSubtle, color: color.purple }],
})

export const dot = style({ width: '6px', height: '6px', borderRadius: '50%', background: 'currentColor' })
