import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme.css.ts'

export const cards = style({
  display: 'grid',
  gap: vars.space[4],
  alignItems: 'start',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(320px, 100%), 1fr))',
})

export const text = style({ fontSize: vars.text[14] })

export const facts = style({
  display: 'flex',
  flexDirection: 'column',
  margin: 0,
  borderTop: `1px solid ${color.border}`,
})

export const fact = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  columnGap: vars.space[4],
  paddingBlock: vars.space[2],
  fontSize: vars.text[14],
  selectors: { '&:not(:last-child)': { borderBottom: `1px solid ${color.border}` } },
})

export const term = style({ color: color.textMuted })
export const detail = style({ margin: 0, minWidth: 0, fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' })
