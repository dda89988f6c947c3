import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const views = style({ display: 'grid', gap: vars.space[3], margin: 0, padding: 0, listStyle: 'none' })
export const view = style({ display: 'grid', gap: vars.space[1], fontSize: vars.text[14], overflowWrap: 'anywhere' })
export const quiet = style({ margin: 0, color: color.textMuted, fontSize: vars.text[14], overflowWrap: 'anywhere' })
