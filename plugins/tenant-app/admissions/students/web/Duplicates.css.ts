import { style } from '@vanilla-extract/css'

export const list = style({ margin: 0, paddingInlineStart: '18px' })
