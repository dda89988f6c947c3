import { style } from '@vanilla-extract/css'
import { color, vars } from '../theme/theme.css.ts'

export const frame = style({
  display: 'grid',
  placeItems: 'center',
  flexShrink: 0,
  width: '64px',
  height: '64px',
  color: color.textMuted,
  background: color.sunken,
  border: `1px solid ${color.border}`,
  borderRadius: vars.radius.small,
  overflow: 'hidden',
})
export const image = style({ width: '100%', height: '100%', objectFit: 'contain' })
