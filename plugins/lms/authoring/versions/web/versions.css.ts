import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const list = style({
  display: 'grid',
  gap: vars.space[1],
  margin: 0,
  paddingInlineStart: vars.space[5],
  overflowWrap: 'anywhere',
})

export const version = style({ display: 'grid', gap: vars.space[2] })

export const title = style({ margin: 0, fontSize: vars.text[14], fontWeight: vars.weight.semibold })

export const quiet = style({ margin: 0, color: color.textMuted })
