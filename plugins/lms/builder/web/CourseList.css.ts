import { style } from '@vanilla-extract/css'
import { color, forcedOutline, vars } from '#core/web/ui/theme/theme.css.ts'

export const scroll = style({
  maxHeight: 600,
  overflowY: 'auto',
  border: `1px solid ${color.border}`,
  borderRadius: vars.radius.large,
  background: color.surface,
  ':focus-visible': { outline: `2px solid ${color.accentInk}`, outlineOffset: 2 },
})

export const list = style({ listStyle: 'none', margin: 0, padding: 0 })

export const item = style({
  display: 'grid',
  gap: vars.space[1],
  width: '100%',
  padding: vars.space[3],
  border: 'none',
  borderBottom: `1px solid ${color.border}`,
  background: 'none',
  color: 'inherit',
  font: 'inherit',
  textAlign: 'start',
  cursor: 'pointer',
  ':hover': { background: color.hover },
  ':focus-visible': { outline: `2px solid ${color.accentInk}`, outlineOffset: -2 },
  selectors: { '&[aria-current]': { background: color.accentSubtle, ...forcedOutline } },
})

export const title = style({ fontWeight: vars.weight.semibold, overflowWrap: 'anywhere' })
export const about = style({ color: color.textMuted, fontSize: vars.text[12] })
export const badges = style({ display: 'flex', gap: vars.space[2] })
export const more = style({ padding: vars.space[3], textAlign: 'center' })
