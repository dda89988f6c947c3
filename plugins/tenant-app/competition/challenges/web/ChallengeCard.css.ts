import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

// Level with the first line of the title.
export const badges = style({
  display: 'flex',
  gap: vars.space[1],
  alignItems: 'center',
  minHeight: vars.control.medium,
})

export const description = style({
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  color: color.textMuted,
  fontSize: vars.text[14],
})

export const facts = style({
  display: 'grid',
  gap: vars.space[2],
  margin: 0,
  fontSize: vars.text[14],
  overflowWrap: 'anywhere',
})

/** Aligned to the bottom, so that the buttons of a row of cards are in line. */
export const actions = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[2], marginTop: 'auto' })

export const list = style({
  display: 'grid',
  gap: vars.space[2],
  margin: 0,
  padding: 0,
  listStyle: 'none',
  fontSize: vars.text[14],
})

export const item = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: vars.space[2],
  alignItems: 'center',
  justifyContent: 'space-between',
  overflowWrap: 'anywhere',
})
