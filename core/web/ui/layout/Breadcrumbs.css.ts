import { style } from '@vanilla-extract/css'
import { color, vars } from '../theme/theme.css.ts'

export const list = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '0 4px',
  margin: 0,
  padding: 0,
  listStyle: 'none',
})

export const crumb = style({ display: 'inline-flex', alignItems: 'center', gap: '4px', minHeight: '28px' })

export const link = style({
  borderRadius: vars.radius.small,
  color: color.accentInk,
  textDecoration: 'none',
  selectors: {
    '&[data-hovered]': { textDecoration: 'underline' },
    '&[data-focus-visible]': { outline: `2px solid ${color.accentInk}`, outlineOffset: '2px' },
  },
})

export const arrow = style({ flexShrink: 0, color: color.textMuted })
export const here = style({ color: color.textMuted, cursor: 'default' })
