import { style } from '@vanilla-extract/css'

/** Forms are as wide as they are read well. */
export const narrow = style({ maxWidth: '680px' })
