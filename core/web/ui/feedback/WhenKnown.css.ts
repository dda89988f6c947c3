import { style } from '@vanilla-extract/css'

/** Its parts are in the page as if they were not in it. */
export const shown = style({ display: 'contents' })
/** Reads what it will show, and takes no place. */
export const awaited = style({ display: 'none' })
