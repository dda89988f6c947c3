import { style } from '@vanilla-extract/css'
import { color, vars } from '../theme/theme.css.ts'

export const sandbox = style({
  position: 'relative',
  overflow: 'clip',
  background: color.surface,
  border: `1px solid ${color.border}`,
  borderRadius: vars.radius.large,
})

export const frame = style({
  display: 'block',
  width: '100%',
  height: '100%',
  border: 0,
  // Packages are made for white paper, in either scheme.
  background: '#ffffff',
  colorScheme: 'light',
})

export const waiting = style({ position: 'absolute', inset: 0, background: color.surface })
