import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const consequences = style({
  display: 'flex',
  flexDirection: 'column',
  gap: vars.space[2],
  margin: 0,
  paddingInlineStart: vars.space[5],
  fontSize: vars.text[14],
})

export const note = style({ marginTop: vars.space[3], color: color.textMuted, overflowWrap: 'anywhere' })
export const suffix = style({ paddingInlineEnd: vars.space[2], color: color.textMuted, fontSize: vars.text[14] })
export const address = style({ fontWeight: vars.weight.medium, color: color.text, overflowWrap: 'anywhere' })
