import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

// Level with the first line of the title.
export const badge = style({ display: 'flex', alignItems: 'center', minHeight: vars.control.medium })

export const description = style({
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  color: color.textMuted,
  fontSize: vars.text[14],
})

export const facts = style({ display: 'grid', gap: vars.space[2], margin: 0, fontSize: vars.text[14] })
export const fact = style({ display: 'flex', gap: vars.space[2], alignItems: 'flex-start' })
export const factName = style({ display: 'flex', alignItems: 'center', height: '20px', color: color.textMuted })
export const factValue = style({
  margin: 0,
  minWidth: 0,
  overflowWrap: 'anywhere',
})

/** Aligned to the bottom, so that the buttons of a row of cards are in line. */
export const actions = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[2], marginTop: 'auto' })

/** A link that looks like the title that it is. */
export const name = style({
  color: 'inherit',
  textDecoration: 'none',
  selectors: { '&[data-hovered]': { textDecoration: 'underline' } },
})
