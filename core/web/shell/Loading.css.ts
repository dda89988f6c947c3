import { keyframes, style } from '@vanilla-extract/css'
import { color, vars } from '../ui/theme/theme.css.ts'

const appear = keyframes({ from: { opacity: 0 }, to: { opacity: 1 } })

export const loading = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: vars.space[3],
  minHeight: '60dvh',
  color: color.textMuted,
  animation: `${appear} ${vars.duration.fast} 150ms both`,
})
