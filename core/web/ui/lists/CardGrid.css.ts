import { style } from '@vanilla-extract/css'
import { vars } from '../theme/theme.css.ts'

export const grid = style({
  display: 'grid',
  gap: vars.space[4],
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(320px, 100%), 1fr))',
  margin: 0,
  padding: 0,
  listStyle: 'none',
})

export const cell = style({ display: 'grid', minWidth: 0 })
export const more = style({ display: 'flex', justifyContent: 'center', paddingTop: vars.space[5] })
