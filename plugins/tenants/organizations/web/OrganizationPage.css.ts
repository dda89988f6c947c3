import { style } from '@vanilla-extract/css'
import { sideBySide } from '#core/web/ui/layout/sideBySide.ts'

export const cards = style(sideBySide('360px'))
