import { style } from '@vanilla-extract/css'
import { scrolling } from '#core/web/ui/lists/DataTable.css.ts'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const person = style({ display: 'flex', alignItems: 'center', gap: vars.space[3], minWidth: 0 })

/** Hides initials on narrow screens, to leave room for the name. */
export const face = style({ display: 'contents', '@media': { [scrolling]: { display: 'none' } } })

/** Limits a name to about two lines while the table scrolls sideways, instead of one word per line. */
export const names = style({
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  overflowWrap: 'anywhere',
  '@media': { [scrolling]: { minWidth: '140px' } },
})

export const email = style({ color: color.textMuted, fontWeight: 'normal', fontSize: '0.875em' })
export const quiet = style({ color: color.textMuted, whiteSpace: 'nowrap' })
export const number = style({ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' })
export const badges = style({ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: vars.space[2] })
export const share = style({ display: 'flex', alignItems: 'center', gap: vars.space[2], minWidth: '88px' })
export const bar = style({ flex: 1, minWidth: 0 })
export const notes = style({
  display: 'inline-grid',
  justifyItems: 'start',
  gap: vars.space[2],
  '@media': { [scrolling]: { minWidth: '160px' } },
})
export const note = style({ whiteSpace: 'pre-line', overflowWrap: 'anywhere' })
