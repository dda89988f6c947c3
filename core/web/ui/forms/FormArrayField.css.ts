import { style } from '@vanilla-extract/css'
import { vars } from '../theme/theme.css.ts'

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

export const row = style({ display: 'flex', alignItems: 'flex-start', gap: vars.space[1], width: '100%' })
export const item = style({ flex: 1, minWidth: 0 })
