import { style } from '@vanilla-extract/css'
import { scrolling } from '#core/web/ui/lists/DataTable.css.ts'
import { color, media, vars } from '#core/web/ui/theme/theme.css.ts'

/** Keeps a name to two lines or so where tables scroll sideways, instead of one word per line. */
export const name = style({ '@media': { [scrolling]: { display: 'block', minWidth: '160px' } } })

/** Stays on one line. */
export const word = style({ whiteSpace: 'nowrap', '@media': { [media.phone]: { whiteSpace: 'normal' } } })

/** Badges and what belongs to them, on one line. */
export const status = style({ display: 'inline-flex', alignItems: 'center', gap: vars.space[1], whiteSpace: 'nowrap' })
export const warning = style({ color: color.amber })
export const muted = style({ color: color.textMuted })
