import { style } from '@vanilla-extract/css'
import { sideBySide } from '#core/web/ui/layout/sideBySide.ts'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

/** Two panels side by side where there is room for both. */
export const halves = style(sideBySide('380px'))

/** Recent acts beside the next ones; below each other on narrow screens. */
export const columns = style({
  display: 'grid',
  gap: vars.space[4],
  gridTemplateColumns: 'minmax(0, 2fr) minmax(260px, 1fr)',
  alignItems: 'start',
  '@media': { 'screen and (max-width: 899.98px)': { gridTemplateColumns: 'minmax(0, 1fr)' } },
})

/** Before the activity where they are below each other: acts are why most people come. */
export const acts = style({ '@media': { 'screen and (max-width: 899.98px)': { order: -1 } } })

export const act = style({ display: 'flex', gap: vars.space[3], alignItems: 'center', marginBottom: vars.space[2] })

export const event = style({ display: 'flex', gap: vars.space[3], alignItems: 'flex-start' })

export const eventIcon = style({
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  width: '32px',
  height: '32px',
  borderRadius: vars.radius.full,
  background: color.accentSubtle,
  color: color.accentInk,
})

export const eventText = style({ display: 'grid', minWidth: 0, overflowWrap: 'anywhere' })
export const eventDetails = style({ fontSize: vars.text[12], lineHeight: '18px', color: color.textMuted })
export const more = style({ display: 'flex', justifyContent: 'center' })
