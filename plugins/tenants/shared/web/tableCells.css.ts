import { style } from '@vanilla-extract/css'
import { scrolling } from '#core/web/ui/lists/DataTable.css.ts'

/** Where tables scroll sideways a name keeps to two lines or so, instead of a word a line. */
export const name = style({
  '@media': { [scrolling]: { display: 'block', minWidth: '160px' } },
})

export const date = style({ whiteSpace: 'nowrap' })
