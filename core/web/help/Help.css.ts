import { style } from '@vanilla-extract/css'
import { vars } from '../ui/theme/theme.css.ts'

export const paragraph = style({ maxWidth: '65ch' })
export const list = style({
  display: 'grid',
  gap: vars.space[1],
  maxWidth: '65ch',
  margin: 0,
  paddingInlineStart: '20px',
})
export const articles = style({ display: 'grid', gap: vars.space[2], margin: 0, padding: 0, listStyle: 'none' })
export const keys = style({ display: 'grid', gap: vars.space[2], margin: 0 })
export const key = style({ display: 'grid', gridTemplateColumns: '9em 1fr', gap: vars.space[2] })
export const meaning = style({ margin: 0 })
