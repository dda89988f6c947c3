import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const section = style({ display: 'flex', flexDirection: 'column', gap: vars.space[3], minWidth: 0 })

export const head = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space[3],
  minHeight: vars.control.medium,
})

export const title = style({ fontSize: vars.text[16], fontWeight: vars.weight.semibold })
export const more = style({ fontSize: vars.text[14], color: color.textMuted })
export const signIn = style({ fontSize: vars.text[12], color: color.textMuted })
