import { style } from '@vanilla-extract/css'
import { vars } from '../theme/theme.css.ts'

// Without a least width, what is wide inside scrolls by itself instead of widening the page.
export const stack = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: vars.space[4], minWidth: 0 })
