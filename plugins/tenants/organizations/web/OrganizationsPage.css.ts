import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const count = style({ fontSize: vars.text[14], color: color.textMuted })
