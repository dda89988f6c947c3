import { style } from '@vanilla-extract/css'
import { color, vars } from '../theme/theme.css.ts'

export const state = style({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: vars.space[1],
  padding: vars.space[6],
  textAlign: 'center',
})

export const framed = style({
  border: `1px dashed ${color.border}`,
  borderRadius: vars.radius.large,
  // A table has a frame of its own.
  selectors: { 'td > &': { border: 0 } },
})

export const icon = style({
  display: 'grid',
  placeItems: 'center',
  width: '40px',
  height: '40px',
  marginBottom: vars.space[2],
  borderRadius: vars.radius.large,
  background: color.accentSubtle,
  color: color.accentInk,
})

export const errorIcon = style([icon, { background: color.redSubtle, color: color.red }])
export const title = style({ fontSize: vars.text[16], fontWeight: vars.weight.semibold })
export const text = style({ maxWidth: '44ch', fontSize: vars.text[14], color: color.textMuted, textWrap: 'pretty' })
export const action = style({ marginTop: vars.space[3] })
