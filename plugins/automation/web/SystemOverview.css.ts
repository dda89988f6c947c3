import { style } from '@vanilla-extract/css'
import { sideBySide } from '#core/web/ui/layout/sideBySide.ts'
import { vars } from '#core/web/ui/theme/theme.css.ts'

export const cards = style(sideBySide('320px'))

export const text = style({ fontSize: vars.text[14] })
