import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const price = style({ color: color.textMuted })
export const amount = style({
  fontSize: vars.text[28],
  lineHeight: '36px',
  fontWeight: vars.weight.semibold,
  letterSpacing: '-0.02em',
  color: color.text,
})
export const description = style({ color: color.textMuted, overflowWrap: 'anywhere' })

export const list = style({
  display: 'flex',
  flexDirection: 'column',
  gap: vars.space[1],
  margin: 0,
  padding: 0,
  listStyle: 'none',
})
export const limits = style([list, { paddingTop: vars.space[3], borderTop: `1px solid ${color.border}` }])

export const item = style({
  display: 'flex',
  alignItems: 'flex-start',
  gap: vars.space[2],
  overflowWrap: 'anywhere',
})
export const check = style({ flexShrink: 0, marginTop: '2px', color: color.green })
export const icon = style({ flexShrink: 0, marginTop: '2px', color: color.textMuted })
export const cap = style({ display: 'block', fontSize: vars.text[12], color: color.textMuted })
export const more = style({ paddingInlineStart: vars.space[6], color: color.textMuted })
export const subscribers = style({ fontSize: vars.text[12], color: color.textMuted })

/** At the bottom, so that the buttons of a row of cards stand on one line. */
export const acts = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[2], marginTop: 'auto' })
