import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const field = style({ display: 'grid', gap: vars.space[2], minWidth: 0 })

export const chosen = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: vars.space[2],
  margin: 0,
  padding: 0,
  listStyle: 'none',
})

export const one = style({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space[1],
  paddingInlineStart: vars.space[2],
  fontSize: vars.text[14],
  background: color.sunken,
  borderRadius: vars.radius.small,
})
