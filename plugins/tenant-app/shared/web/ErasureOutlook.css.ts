import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const outlook = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: vars.space[4],
  overflowWrap: 'anywhere',
})
export const title = style({ margin: 0, fontSize: vars.text[14], fontWeight: vars.weight.semibold })
export const list = style({ margin: 0, paddingInlineStart: vars.space[5], fontSize: vars.text[14] })
export const why = style({ color: color.textMuted })
export const quiet = style({ margin: 0, color: color.textMuted, fontSize: vars.text[14] })
