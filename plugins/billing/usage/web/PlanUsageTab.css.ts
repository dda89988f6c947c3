import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const tab = style({ display: 'flex', flexDirection: 'column', gap: vars.space[4] })
export const columns = style({
  display: 'grid',
  gap: vars.space[4],
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(320px, 100%), 1fr))',
})

export const price = style({ color: color.textMuted })
export const amount = style({
  fontSize: vars.text[28],
  lineHeight: '36px',
  fontWeight: vars.weight.semibold,
  letterSpacing: '-0.02em',
  color: color.text,
})

export const features = style({
  display: 'flex',
  flexDirection: 'column',
  gap: vars.space[1],
  margin: 0,
  padding: 0,
  listStyle: 'none',
})
export const feature = style({
  display: 'flex',
  alignItems: 'flex-start',
  gap: vars.space[2],
  overflowWrap: 'anywhere',
})
export const check = style({ flexShrink: 0, marginTop: '2px', color: color.green })

export const facts = style({
  display: 'flex',
  flexDirection: 'column',
  gap: vars.space[1],
  margin: 0,
  paddingTop: vars.space[3],
  borderTop: `1px solid ${color.border}`,
})
export const fact = style({ display: 'flex', justifyContent: 'space-between', gap: vars.space[4] })
export const term = style({ flexShrink: 0, color: color.textMuted })
export const detail = style({ margin: 0, minWidth: 0, textAlign: 'end', overflowWrap: 'anywhere' })

export const usage = style({ display: 'flex', flexDirection: 'column', gap: vars.space[5] })
export const full = style({ marginTop: vars.space[1], fontSize: vars.text[12], color: color.amber })
export const over = style([full, { color: color.red }])
export const note = style({ marginTop: 'auto', fontSize: vars.text[12], color: color.textMuted })

export const prices = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space[4],
})
export const priced = style({ display: 'flex', flexDirection: 'column' })
export const arrow = style({ color: color.textMuted })
export const figure = style({ fontSize: vars.text[20], lineHeight: '28px', fontWeight: vars.weight.semibold })
export const caption = style({ fontSize: vars.text[12], color: color.textMuted })
export const acts = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[2] })
