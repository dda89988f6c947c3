import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme.css.ts'

export const summary = style({ margin: 0, fontSize: vars.text[12], color: color.textMuted })

export const end = style({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: vars.space[4],
})
