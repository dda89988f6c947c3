import { style } from '@vanilla-extract/css'

/** Shows what fits; the rest is scrolled to. */
export const frame = style({ maxHeight: '200px', overflowY: 'auto' })

export const list = style({ margin: 0, paddingInlineStart: '20px' })
