import { style } from '@vanilla-extract/css'
import { color, forcedChosen, media, vars } from '../ui/theme/theme.css.ts'

export const list = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: vars.space[2],
  margin: 0,
  padding: 0,
  listStyle: 'none',
})

export const button = style({
  minHeight: '28px',
  padding: '2px 10px',
  border: `1px solid ${color.border}`,
  borderRadius: vars.radius.full,
  background: 'transparent',
  color: color.textMuted,
  font: 'inherit',
  cursor: 'pointer',
  selectors: {
    '&:hover': { color: color.text },
    '&[aria-pressed=true]': { background: color.sunken, color: color.text, ...forcedChosen },
  },
  '@media': { [media.coarse]: { minHeight: vars.control.touch } },
})
