import { style } from '@vanilla-extract/css'
import { color, forcedChosen, media, vars } from '../ui/theme/theme.css.ts'

export const group = style({
  display: 'inline-flex',
  flex: '0 1 auto',
  minWidth: 0,
  padding: '2px',
  borderRadius: vars.radius.full,
  border: `1px solid ${color.border}`,
  background: color.sunken,
  // Wide for fingers, where there is room beside the button before it.
  '@media': { [media.coarse]: { flexBasis: '126px' } },
})

export const button = style({
  display: 'grid',
  placeItems: 'center',
  flex: '1 1 26px',
  minWidth: '26px',
  height: '24px',
  padding: 0,
  border: 0,
  borderRadius: vars.radius.full,
  background: 'transparent',
  color: color.textMuted,
  cursor: 'pointer',
  selectors: {
    '&:hover': { color: color.text },
    '&[aria-pressed=true]': {
      background: color.surface,
      color: color.text,
      boxShadow: `0 0 0 1px ${color.border}`,
      ...forcedChosen,
    },
  },
  '@media': { [media.coarse]: { height: '36px' } },
})
