import { style } from '@vanilla-extract/css'
import { color, vars } from '../ui/theme/theme.css.ts'

export const screen = style({
  minHeight: '100dvh',
  display: 'grid',
  placeItems: 'center',
  padding: vars.space[6],
})

export const inFrame = style([screen, { minHeight: 'min(640px, calc(100dvh - 56px))' }])

export const card = style({
  width: 'min(440px, 100%)',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  textAlign: 'center',
})

export const icon = style({
  display: 'grid',
  placeItems: 'center',
  width: '48px',
  height: '48px',
  marginBottom: vars.space[5],
  borderRadius: vars.radius.large,
  border: `1px solid ${color.border}`,
  background: color.surface,
  color: color.textMuted,
})

export const title = style({ fontSize: vars.text[20], letterSpacing: '-0.01em' })
export const text = style({
  display: 'flex',
  flexDirection: 'column',
  gap: vars.space[2],
  marginTop: vars.space[2],
  color: color.textMuted,
  textWrap: 'balance',
})

export const actions = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  gap: vars.space[2],
  marginTop: vars.space[6],
})
