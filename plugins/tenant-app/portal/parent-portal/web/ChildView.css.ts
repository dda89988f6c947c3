import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const name = style({ margin: 0, fontSize: vars.text[20], fontWeight: vars.weight.semibold })
export const about = style({ margin: 0, color: color.textMuted, fontSize: vars.text[14] })
