import { style } from '@vanilla-extract/css'
import { color, media, vars } from '#core/web/ui/theme/theme.css.ts'

export const list = style({
  display: 'flex',
  flexDirection: 'column',
  margin: 0,
  padding: '4px 16px',
  background: color.sunken,
  border: `1px solid ${color.border}`,
  borderRadius: vars.radius.small,
})

export const entry = style({
  display: 'flex',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: vars.space[4],
  padding: '10px 0',
  selectors: { '&:not(:last-child)': { borderBottom: `1px solid ${color.border}` } },
  '@media': { [media.phone]: { flexDirection: 'column', gap: vars.space[1] } },
})

export const term = style({ flexShrink: 0, fontSize: vars.text[14], color: color.textMuted })

export const value = style({
  margin: 0,
  minWidth: 0,
  fontSize: vars.text[14],
  fontWeight: vars.weight.medium,
  overflowWrap: 'anywhere',
  userSelect: 'all',
})

export const secret = style([
  value,
  { fontFamily: vars.font.mono, fontSize: vars.text[16], fontWeight: vars.weight.semibold, letterSpacing: '0.04em' },
])
