import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const list = style({ display: 'grid', gap: vars.space[3], margin: 0, padding: 0, listStyle: 'none' })
export const row = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: vars.space[3] })
export const when = style({ color: color.textMuted, fontSize: vars.text[14] })
export const none = style({ margin: 0, color: color.textMuted })
