import { style } from '@vanilla-extract/css'

/** Comfortable width of forms. */
export const narrow = style({ maxWidth: '680px' })
