import { keyframes, style } from '@vanilla-extract/css'
import { color, vars } from '../theme/theme.css.ts'

const appear = keyframes({ from: { opacity: 0 }, to: { opacity: 1 } })
const breathe = keyframes({ '50%': { opacity: 0.5 } })

/** Takes its place at once and is seen after 150 ms, so that quick answers never flicker. */
export const skeleton = style({
  display: 'block',
  maxWidth: '100%',
  borderRadius: vars.radius.small,
  background: color.skeleton,
  animation: `${appear} 150ms 150ms backwards, ${breathe} 1.6s 400ms ease-in-out infinite`,
})
