import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const who = style({ display: 'flex', alignItems: 'flex-start', gap: vars.space[2], minWidth: 0 })
export const name = style({
  minWidth: 0,
  overflowWrap: 'anywhere',
  // Level with the initials where the title has one line.
  paddingBlock: vars.space[1],
  color: 'inherit',
  textDecoration: 'none',
  selectors: { '&[data-hovered]': { textDecoration: 'underline' } },
})

export const none = style({ color: color.textMuted })

// Level with the first line of the title.
export const corner = style({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space[1],
  minHeight: vars.control.medium,
})

export const badges = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space[2],
  minHeight: '22px',
  fontSize: vars.text[14],
  color: color.textMuted,
})

export const facts = style({ display: 'grid', gap: vars.space[2], margin: 0, fontSize: vars.text[14] })
export const fact = style({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: vars.space[2],
  minHeight: vars.control.small,
})
export const term = style({
  display: 'flex',
  alignItems: 'center',
  minHeight: vars.control.small,
  color: color.textMuted,
})
export const detail = style({
  display: 'flex',
  alignItems: 'center',
  minHeight: vars.control.small,
  margin: 0,
  minWidth: 0,
  overflowWrap: 'anywhere',
})

/** Aligned to the bottom, so that the buttons of a row of cards are in line. */
export const actions = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[2], marginTop: 'auto' })
