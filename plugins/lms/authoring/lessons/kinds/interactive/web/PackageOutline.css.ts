import { style } from '@vanilla-extract/css'
import { vars } from '#core/web/ui/theme/theme.css.ts'

export const list = style({ listStyle: 'none', margin: 0, padding: 0, maxHeight: 240, overflowY: 'auto' })

export const buttons = style({ display: 'flex', gap: vars.space[2] })
