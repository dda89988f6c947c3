import { style } from '@vanilla-extract/css'
import { sideBySide } from '#core/web/ui/layout/sideBySide.ts'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

/** Two panels side by side where there is room for both. */
export const halves = style(sideBySide('340px'))

/** Scrolls within itself where many children do not fit. */
export const chips = style({ overflowX: 'auto' })

export const who = style({ display: 'flex', alignItems: 'center', gap: vars.space[2], minWidth: 0 })

/** Stands out as the one thing on the page that waits for an answer. */
export const waiting = style({
  padding: vars.space[4],
  borderRadius: vars.radius.large,
  background: color.amberSubtle,
})

export const childLink = style({ display: 'grid', minWidth: 0 })
export const childLinks = style({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: vars.space[4],
  fontSize: vars.text[14],
})
export const about = style({ fontSize: vars.text[14], color: color.textMuted })
