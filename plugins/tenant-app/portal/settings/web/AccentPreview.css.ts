import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const previews = style({
  display: 'grid',
  gap: vars.space[4],
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(220px, 100%), 1fr))',
})
export const preview = style({ display: 'flex', flexDirection: 'column', gap: vars.space[2], margin: 0 })

export const sample = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space[4],
  padding: vars.space[4],
  border: '1px solid',
  borderRadius: vars.radius.small,
})
export const button = style({
  padding: '8px 14px',
  borderRadius: vars.radius.small,
  fontSize: vars.text[14],
  lineHeight: '20px',
  fontWeight: vars.weight.medium,
})
export const link = style({ fontWeight: vars.weight.medium, textDecoration: 'underline' })

export const caption = style({
  display: 'flex',
  flexDirection: 'column',
  fontSize: vars.text[12],
  lineHeight: '16px',
  color: color.textMuted,
})
export const scheme = style({ fontWeight: vars.weight.medium, color: color.text })
