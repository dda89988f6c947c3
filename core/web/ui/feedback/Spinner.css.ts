import { keyframes, style } from '@vanilla-extract/css'
import { media } from '../theme/theme.css.ts'

const turn = keyframes({ to: { transform: 'rotate(360deg)' } })

export const spinner = style({
  display: 'inline-block',
  flexShrink: 0,
  width: '1em',
  height: '1em',
  borderRadius: '50%',
  border: '2px solid currentColor',
  borderTopColor: 'transparent',
  animation: `${turn} 700ms linear infinite`,
  // Reduced motion stops the global animations; a still ring would look broken, so it turns slowly.
  '@media': { [media.reducedMotion]: { animation: `${turn} 4s linear infinite !important` } },
})
