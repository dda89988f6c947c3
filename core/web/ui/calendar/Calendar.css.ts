import { style } from '@vanilla-extract/css'
import { color, vars } from '../theme/theme.css.ts'

export const calendar = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: vars.space[4] })

export const head = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space[3],
})

export const title = style({ fontSize: vars.text[20], fontWeight: vars.weight.semibold })
export const turns = style({ display: 'flex', gap: vars.space[2] })
export const nothing = style({ color: color.textMuted, fontSize: vars.text[14] })
