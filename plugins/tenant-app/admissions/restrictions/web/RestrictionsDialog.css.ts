import { style } from '@vanilla-extract/css'
import { vars } from '#core/web/ui/theme/theme.css.ts'

export const notes = style({ margin: 0, fontSize: vars.text[14], whiteSpace: 'pre-line', overflowWrap: 'anywhere' })
