import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const parts = style({ minWidth: 0, margin: 0, padding: 0, border: 0 })
export const legend = style({
  padding: 0,
  marginBottom: vars.space[2],
  fontSize: vars.text[14],
  fontWeight: vars.weight.medium,
})
export const choices = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[2] })
export const choice = style({
  minHeight: vars.control.medium,
  paddingInline: vars.space[3],
  border: `1px solid ${color.border}`,
  borderRadius: vars.radius.small,
  background: 'transparent',
  color: 'inherit',
  font: 'inherit',
  fontSize: vars.text[14],
  selectors: {
    '&[aria-pressed=true]': {
      borderColor: color.accent,
      outline: `1px solid ${color.accent}`,
      fontWeight: vars.weight.semibold,
    },
  },
})
