import { style } from '@vanilla-extract/css'
import { color, elevation, media, vars } from '../theme/theme.css.ts'

export const bar = style({
  position: 'sticky',
  bottom: 'var(--trellis-bottom-bar, 0px)',
  zIndex: 2,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space[2],
  padding: '10px 20px',
  background: color.raised,
  borderTop: `1px solid ${color.border}`,
  '@media': {
    [media.phone]: {
      bottom: `calc(${vars.space[3]} + var(--trellis-bottom-bar, 0px))`,
      marginTop: vars.space[3],
      padding: vars.space[3],
      border: 0,
      borderRadius: vars.radius.large,
      boxShadow: elevation.float,
    },
  },
})

export const count = style({
  marginInlineEnd: vars.space[2],
  fontSize: vars.text[14],
  fontWeight: vars.weight.medium,
})

export const acts = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: vars.space[2],
  marginInlineStart: 'auto',
  '@media': { [media.phone]: { marginInlineStart: 0 } },
})
