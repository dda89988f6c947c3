import { style } from '@vanilla-extract/css'
import { color } from '../theme/theme.css.ts'

export const picker = style({
  flexShrink: 0,
  width: '44px',
  height: '28px',
  padding: 0,
  border: `1px solid ${color.borderStrong}`,
  borderRadius: '4px',
  background: 'transparent',
  cursor: 'pointer',
  selectors: {
    '&::-webkit-color-swatch-wrapper': { padding: 0 },
    '&::-webkit-color-swatch': { border: 0 },
    '&:focus-visible': { outline: `2px solid ${color.accentInk}`, outlineOffset: '1px' },
  },
})
