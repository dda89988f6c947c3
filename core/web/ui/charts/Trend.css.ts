import { style } from '@vanilla-extract/css'
import { color, vars } from '../theme/theme.css.ts'

export const trend = style({ fontSize: vars.text[12], lineHeight: '16px', color: color.textMuted })

export const awaited = style([trend, { visibility: 'hidden' }])
