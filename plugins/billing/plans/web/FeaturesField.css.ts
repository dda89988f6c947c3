import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const fieldset = style({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: vars.space[2],
  minWidth: 0,
  margin: 0,
  padding: 0,
  border: 0,
})
export const legend = style({
  padding: 0,
  marginBottom: vars.space[1],
  fontSize: vars.text[14],
  fontWeight: vars.weight.medium,
})
export const none = style({ fontSize: vars.text[12], color: color.textMuted })
export const row = style({ display: 'flex', alignItems: 'flex-start', gap: vars.space[1], width: '100%' })
export const field = style({ flex: 1 })
