import { style } from '@vanilla-extract/css'
import { color, vars } from '../theme/theme.css.ts'

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
export const detail = style({ margin: 0, minWidth: 0, overflowWrap: 'anywhere' })
