import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const pictures = style({
  display: 'grid',
  gap: vars.space[3],
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(140px, 100%), 1fr))',
})

export const picture = style({
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'space-between',
  gap: vars.space[5],
  minWidth: 0,
  padding: vars.space[4],
  border: `1px solid ${color.border}`,
  borderRadius: vars.radius.small,
})

export const brand = style({ display: 'flex', alignItems: 'center', gap: vars.space[2], minWidth: 0 })
export const logo = style({ flexShrink: 0, width: '28px', height: '28px', objectFit: 'contain' })
export const name = style({ minWidth: 0, fontWeight: vars.weight.semibold, overflowWrap: 'anywhere' })

export const button = style({
  padding: `${vars.space[1]} ${vars.space[3]}`,
  borderRadius: vars.radius.small,
  fontSize: vars.text[12],
  fontWeight: vars.weight.medium,
  textAlign: 'center',
})

export const words = style({ fontSize: vars.text[12], color: color.textMuted, overflowWrap: 'anywhere' })
