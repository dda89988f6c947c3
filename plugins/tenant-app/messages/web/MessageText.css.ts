import { style } from '@vanilla-extract/css'

export const text = style({ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', margin: 0 })
