import { style } from '@vanilla-extract/css'
import { vars } from '#core/web/ui/theme/theme.css.ts'

export const form = style({ display: 'grid', gap: vars.space[4] })

export const fields = style({
  display: 'grid',
  gap: vars.space[4],
  gridTemplateColumns: 'repeat(auto-fill, minmax(13rem, 1fr))',
})

export const actions = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[2] })
