import { style } from '@vanilla-extract/css'
import { vars } from '../theme/theme.css.ts'

export const things = style({ marginTop: vars.space[4], minWidth: 0 })
export const failures = style({ margin: 0, paddingInlineStart: vars.space[5] })
