import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const facts = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(130px, 100%), 1fr))',
  gap: vars.space[4],
  margin: 0,
})
export const term = style({ fontSize: vars.text[12], color: color.textMuted })
export const figure = style({
  margin: 0,
  fontSize: vars.text[20],
  lineHeight: '28px',
  fontWeight: vars.weight.semibold,
})
export const detail = style({ margin: 0, fontSize: vars.text[12], color: color.textMuted, overflowWrap: 'anywhere' })

export const invoices = style({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  border: `1px solid ${color.border}`,
  borderRadius: vars.radius.small,
})
export const invoice = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  gap: vars.space[2],
  padding: '8px 12px',
  selectors: { '& + &': { borderTop: `1px solid ${color.border}` } },
})
export const open = style({ marginInlineStart: 'auto', fontWeight: vars.weight.medium })

export const reminder = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space[2],
})

/** Fills the dialog, its body scrolls. */
export const form = style({ display: 'flex', flexDirection: 'column', minHeight: 0 })
