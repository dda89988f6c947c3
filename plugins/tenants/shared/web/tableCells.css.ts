import { style } from '@vanilla-extract/css'
import { scrolling } from '#core/web/ui/lists/DataTable.css.ts'

/** Keeps a name to two lines or so where tables scroll sideways, instead of one word per line. */
export const name = style({
  '@media': { [scrolling]: { display: 'block', minWidth: '160px' } },
})

export const date = style({ whiteSpace: 'nowrap' })
