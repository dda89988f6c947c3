import { style } from '@vanilla-extract/css'
import { vars } from '#core/web/ui/theme/theme.css.ts'

export const question = style({
  flex: 1,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space[3],
  minHeight: vars.control.medium,
})

export const questionText = style({ flex: '1 1 200px', fontSize: vars.text[14], fontWeight: vars.weight.medium })
export const answers = style({ display: 'flex', gap: vars.space[2] })
