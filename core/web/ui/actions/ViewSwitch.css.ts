import { style } from '@vanilla-extract/css'
import { color, forcedChosen, media, vars } from '../theme/theme.css.ts'

export const group = style({
  display: 'inline-flex',
  flexWrap: 'wrap',
  gap: '2px',
  maxWidth: '100%',
  padding: '2px',
  background: color.sunken,
  border: `1px solid ${color.border}`,
  borderRadius: vars.radius.small,
})

export const option = style({
  display: 'inline-flex',
  flex: '1 1 auto',
  alignItems: 'center',
  justifyContent: 'center',
  gap: vars.space[2],
  minHeight: '30px',
  padding: '4px 12px',
  border: 0,
  borderRadius: '4px',
  background: 'transparent',
  color: color.textMuted,
  fontSize: vars.text[14],
  fontWeight: vars.weight.medium,
  lineHeight: '20px',
  cursor: 'pointer',
  selectors: {
    '&[data-hovered]': { color: color.text },
    '&[data-selected]': {
      background: color.surface,
      color: color.text,
      boxShadow: `0 0 0 1px ${color.border}`,
      ...forcedChosen,
    },
    '&[data-focus-visible]': { outline: `2px solid ${color.accentInk}`, outlineOffset: '2px' },
  },
  '@media': {
    [media.coarse]: { minHeight: '40px' },
    [media.phone]: { padding: '4px 8px' },
  },
})

export const icon = style({ '@media': { [media.phone]: { display: 'none' } } })
