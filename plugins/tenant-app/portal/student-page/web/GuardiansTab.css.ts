import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const empty = style({ margin: 0, color: color.textMuted, fontSize: vars.text[14] })
