import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const offer = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space[3],
  marginTop: vars.space[4],
  paddingTop: vars.space[3],
  borderTop: `1px solid ${color.border}`,
  fontSize: vars.text[14],
  color: color.textMuted,
})
