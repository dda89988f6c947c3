import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const user = style({ display: 'flex', alignItems: 'center', gap: vars.space[3], minWidth: 0 })
export const names = style({ display: 'flex', flexDirection: 'column', minWidth: 0, overflowWrap: 'break-word' })

export const username = style({
  fontSize: vars.text[12],
  fontWeight: vars.weight.regular,
  lineHeight: '16px',
  color: color.textMuted,
})

export const muted = style({ color: color.textMuted })
