import { style } from '@vanilla-extract/css'
import { sideBySide } from '#core/web/ui/layout/sideBySide.ts'

export const charts = style(sideBySide('440px'))
