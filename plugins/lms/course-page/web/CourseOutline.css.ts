import { style } from '@vanilla-extract/css'
import { color, forcedOutline, vars } from '#core/web/ui/theme/theme.css.ts'

export const list = style({ display: 'grid', gap: vars.space[1], listStyle: 'none', margin: 0, padding: 0 })

export const about = style({ margin: 0, marginBottom: vars.space[2], color: color.textMuted, overflowWrap: 'anywhere' })

export const lesson = style({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space[2],
  width: '100%',
  padding: vars.space[2],
  border: '1px solid transparent',
  borderRadius: vars.radius.small,
  background: 'none',
  color: color.text,
  font: 'inherit',
  textAlign: 'start',
  cursor: 'pointer',
  ':hover': { background: color.hover },
  ':disabled': { background: 'none', color: color.textMuted, cursor: 'not-allowed' },
  selectors: { '&[aria-current]': { background: color.accentSubtle, borderColor: color.border, ...forcedOutline } },
})

/** Opens no lesson, but shows why it is locked. */
export const locked = style({ color: color.textMuted })

export const icon = style({ flexShrink: 0, color: color.textMuted })

export const done = style({ flexShrink: 0, color: color.green })

export const words = style({ display: 'grid', flex: 1, minWidth: 0, overflowWrap: 'anywhere' })

export const facts = style({ color: color.textMuted, fontSize: vars.text[12] })
