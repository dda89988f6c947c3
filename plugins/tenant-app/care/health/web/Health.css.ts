import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const title = style({ margin: 0, fontSize: vars.text[16], fontWeight: vars.weight.semibold })
export const row = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: vars.space[2] })
export const quiet = style({ margin: 0, color: color.textMuted, fontSize: vars.text[14] })

/** Text by users, with its line breaks. */
export const words = style({ margin: 0, fontSize: vars.text[14], whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' })

export const list = style({ display: 'grid', margin: 0, padding: 0, listStyle: 'none' })

export const item = style({
  display: 'grid',
  gap: vars.space[2],
  paddingBlock: vars.space[3],
  selectors: { '&:not(:last-child)': { borderBottom: `1px solid ${color.border}` } },
})

export const itemHead = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: vars.space[2],
  rowGap: vars.space[1],
})

export const name = style({
  margin: 0,
  fontSize: vars.text[14],
  fontWeight: vars.weight.semibold,
  overflowWrap: 'anywhere',
})

/** At the end of the line, or below it on narrow screens. */
export const acts = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[1], marginInlineStart: 'auto' })
