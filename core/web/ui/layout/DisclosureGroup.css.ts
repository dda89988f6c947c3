import { style } from '@vanilla-extract/css'
import { color, media, vars } from '../theme/theme.css.ts'

export const group = style({ display: 'flex', flexDirection: 'column', gap: vars.space[5], minWidth: 0 })
export const section = style({ minWidth: 0 })
export const panel = style({ selectors: { '[data-expanded] > &': { paddingTop: vars.space[2] } } })
export const heading = style({ margin: 0, font: 'inherit' })

export const trigger = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: vars.space[2],
  minHeight: '32px',
  padding: '0 8px 0 4px',
  marginInlineStart: '-4px',
  border: 0,
  borderRadius: vars.radius.small,
  background: 'transparent',
  color: color.text,
  fontSize: vars.text[14],
  fontWeight: vars.weight.semibold,
  textAlign: 'start',
  cursor: 'pointer',
  selectors: {
    '&[data-hovered]': { background: color.hover },
    '&[data-focus-visible]': { outline: `2px solid ${color.accentInk}`, outlineOffset: '1px' },
  },
  '@media': { [media.coarse]: { minHeight: vars.control.touch } },
})

export const arrow = style({
  flexShrink: 0,
  color: color.textMuted,
  transition: `transform ${vars.duration.fast} ${vars.easing}`,
  selectors: { '[data-expanded] &': { transform: 'rotate(90deg)' } },
  '@media': { [media.reducedMotion]: { transition: 'none' } },
})

export const count = style({
  padding: '0 8px',
  borderRadius: vars.radius.full,
  background: color.sunken,
  color: color.textMuted,
  fontSize: vars.text[12],
  fontWeight: vars.weight.medium,
  lineHeight: '20px',
})
