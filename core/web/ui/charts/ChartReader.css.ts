import { style, styleVariants } from '@vanilla-extract/css'
import { tones } from './Chart.css.ts'
import { color, elevation, vars } from '../theme/theme.css.ts'

/** Over the drawing, which is the last thing of its frame. Fingers still scroll the page by it. */
export const reader = style({
  position: 'absolute',
  bottom: 0,
  left: 0,
  width: '100%',
  borderRadius: vars.radius.small,
  touchAction: 'pan-y',
  selectors: { '&:focus-visible': { outline: `2px solid ${color.accentInk}`, outlineOffset: '2px' } },
})

export const rule = style({
  position: 'absolute',
  top: '16px',
  bottom: '28px',
  width: 0,
  borderLeft: `1px solid ${color.borderStrong}`,
  pointerEvents: 'none',
})

export const values = style({
  position: 'absolute',
  top: 0,
  zIndex: 1,
  maxWidth: '50%',
  padding: '5px 10px',
  background: color.raised,
  borderRadius: vars.radius.small,
  boxShadow: elevation.float,
  color: color.text,
  fontSize: vars.text[12],
  lineHeight: '18px',
  overflowWrap: 'anywhere',
  pointerEvents: 'none',
})

export const name = style({ color: color.textMuted })
export const value = styleVariants(tones, (ink) => ({ color: ink, fontWeight: vars.weight.semibold }))
