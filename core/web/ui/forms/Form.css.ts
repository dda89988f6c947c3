import { style } from '@vanilla-extract/css'
import { vars } from '../theme/theme.css.ts'

export const form = style({ display: 'flex', flexDirection: 'column', gap: vars.space[4], minHeight: 0 })

export const actions = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[2], paddingTop: vars.space[2] })

/** Two fields side by side where there is room for them. */
export const fieldRow = style({
  display: 'grid',
  gap: vars.space[4],
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(200px, 100%), 1fr))',
  alignItems: 'start',
})
