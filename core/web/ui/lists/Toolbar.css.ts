import { globalStyle, style } from '@vanilla-extract/css'
import { media, vars } from '../theme/theme.css.ts'

export const toolbar = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space[3],
})

export const end = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space[2],
  marginInlineStart: 'auto',
  '@media': { [media.phone]: { marginInlineStart: 0 } },
})

// On phones each field takes the width, two side by side where they fit.
globalStyle(`${toolbar} > *`, { '@media': { [media.phone]: { flex: '1 1 140px', maxWidth: 'none' } } })
globalStyle(`${end} > *`, { '@media': { [media.phone]: { flex: 1 } } })
