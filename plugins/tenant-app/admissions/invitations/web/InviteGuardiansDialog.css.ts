import { style } from '@vanilla-extract/css'

/** As many as fit are shown; the rest is scrolled to. */
export const list = style({ maxHeight: '200px', overflowY: 'auto', margin: 0, paddingInlineStart: '20px' })
