import { style } from '@vanilla-extract/css'
import { color, elevation, media, vars } from '../theme/theme.css.ts'

export const area = style({ borderRadius: vars.radius.small })
export const over = style({ outline: `2px dashed ${color.borderStrong}`, outlineOffset: 2 })

export const list = style({ display: 'grid', gap: vars.space[2], listStyle: 'none', margin: 0, padding: 0 })

export const row = style({ position: 'relative', borderRadius: vars.radius.small, background: color.surface })

export const dragged = style({ zIndex: 1, boxShadow: elevation.float })

export const handle = style({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  flexShrink: 0,
  width: vars.control.small,
  height: vars.control.small,
  padding: 0,
  border: 0,
  borderRadius: vars.radius.small,
  background: 'none',
  color: color.textMuted,
  cursor: 'grab',
  // A finger on it drags instead of scrolling.
  touchAction: 'none',
  selectors: {
    '&:hover': { background: color.hover },
    '&:focus-visible': { outline: `2px solid ${color.accentInk}`, outlineOffset: 1 },
  },
  '@media': { [media.coarse]: { width: vars.control.touch, height: vars.control.touch } },
})
