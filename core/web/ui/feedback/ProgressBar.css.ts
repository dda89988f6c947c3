import { keyframes, style, styleVariants } from '@vanilla-extract/css'
import { color, media, vars } from '../theme/theme.css.ts'

const slide = keyframes({ from: { transform: 'translateX(-100%)' }, to: { transform: 'translateX(250%)' } })

export const progress = style({ display: 'flex', flexDirection: 'column', gap: '6px', minWidth: 0 })
export const texts = style({
  display: 'flex',
  justifyContent: 'space-between',
  gap: vars.space[3],
  fontSize: vars.text[14],
})
export const value = style({ color: color.textMuted })
export const track = style({
  height: '8px',
  borderRadius: vars.radius.full,
  background: color.skeleton,
  overflow: 'hidden',
})

const filled = style({
  height: '100%',
  borderRadius: vars.radius.full,
  transition: `width ${vars.duration.slow}`,
  '@media': { [media.forcedColors]: { border: '4px solid' } },
})
export const fill = styleVariants({
  accent: [filled, { background: color.accent }],
  amber: [filled, { background: color.amber }],
  red: [filled, { background: color.red }],
})

export const endless = style({ width: '40%', animation: `${slide} 1.4s ease-in-out infinite` })
