import { style, styleVariants } from '@vanilla-extract/css'
import { color, vars } from '../theme/theme.css.ts'

export const list = style({
  display: 'flex',
  flexDirection: 'column',
  gap: vars.space[3],
  margin: 0,
  padding: 0,
  listStyle: 'none',
  fontSize: vars.text[14],
})

export const row = style({ display: 'flex', flexDirection: 'column', gap: vars.space[1], minWidth: 0 })
export const words = style({ display: 'flex', justifyContent: 'space-between', gap: vars.space[3] })
export const name = style({ minWidth: 0, overflowWrap: 'anywhere' })

export const link = style({
  minWidth: 0,
  minHeight: '24px',
  overflowWrap: 'anywhere',
  color: 'inherit',
  selectors: { '&[data-focus-visible]': { outline: `2px solid ${color.accentInk}`, outlineOffset: '2px' } },
})

export const value = style({ flexShrink: 0, color: color.textMuted, fontVariantNumeric: 'tabular-nums' })
export const track = style({ display: 'block', borderRadius: vars.radius.full, background: color.sunken })
export const bar = styleVariants({ accent: { fill: color.accentInk }, amber: { fill: color.amber } })
