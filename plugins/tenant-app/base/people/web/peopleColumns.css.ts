import { style } from '@vanilla-extract/css'
import { scrolling } from '#core/web/ui/lists/DataTable.css.ts'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const person = style({ display: 'flex', alignItems: 'center', gap: vars.space[3], minWidth: 0 })

/** Name of two lines or so where the table scrolls sideways, instead of a word a line. */
export const name = style({
  minWidth: 0,
  overflowWrap: 'break-word',
  '@media': { [scrolling]: { minWidth: '140px' } },
})

export const role = style({ display: 'flex', flexDirection: 'column' })
export const children = style({ color: color.textMuted, fontSize: vars.text[12] })
export const state = style({ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: vars.space[2] })
export const muted = style({ color: color.textMuted })
