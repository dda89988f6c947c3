import { style } from '@vanilla-extract/css'
import { color, vars } from '../theme/theme.css.ts'

export const list = style({ display: 'flex', flexDirection: 'column', margin: 0, padding: 0, listStyle: 'none' })

export const row = style({
  display: 'grid',
  gap: vars.space[1],
  paddingBlock: vars.space[3],
  selectors: {
    '& + &': { borderTop: `1px solid ${color.border}` },
    '&:first-child': { paddingTop: 0 },
    '&:last-child': { paddingBottom: 0 },
  },
})

export const line = style({
  display: 'flex',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: vars.space[3],
})

export const name = style({ minWidth: 0, fontWeight: vars.weight.medium, overflowWrap: 'anywhere' })

export const details = style({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: vars.space[4],
  fontSize: vars.text[12],
  lineHeight: '18px',
  color: color.textMuted,
})

export const words = style({ fontSize: vars.text[14], whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' })

/** Presence of a person, which users look for first. */
export const presence = style({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: vars.space[4],
  fontSize: vars.text[14],
  fontWeight: vars.weight.medium,
})

/** Action that is needed, and the button that leads there; the button is below where it is narrow. */
export const act = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space[2],
})

export const empty = style({ color: color.textMuted })
// Level with the title.
export const action = style({ display: 'flex', alignItems: 'center', minHeight: vars.control.medium })
