import { style } from '@vanilla-extract/css'
import { color, media, vars } from '../ui/theme/theme.css.ts'

export const group = style({
  display: 'inline-flex',
  padding: '2px',
  borderRadius: vars.radius.full,
  border: `1px solid ${color.border}`,
  background: color.sunken,
})

export const button = style({
  display: 'grid',
  placeItems: 'center',
  width: '26px',
  height: '24px',
  padding: 0,
  border: 0,
  borderRadius: vars.radius.full,
  background: 'transparent',
  color: color.textMuted,
  cursor: 'pointer',
  selectors: {
    '&:hover': { color: color.text },
    '&[aria-pressed=true]': { background: color.surface, color: color.text, boxShadow: `0 0 0 1px ${color.border}` },
  },
  '@media': { [media.coarse]: { width: '40px', height: '36px' } },
})
