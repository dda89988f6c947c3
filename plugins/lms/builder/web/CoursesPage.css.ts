import { style } from '@vanilla-extract/css'
import { vars } from '#core/web/ui/theme/theme.css.ts'

export const columns = style({
  display: 'grid',
  gap: vars.space[6],
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  '@media': { '(min-width: 1000px)': { gridTemplateColumns: 'minmax(0, 360px) minmax(0, 1fr)' } },
})

export const list = style({ display: 'grid', gap: vars.space[3], minWidth: 0 })

export const panel = style({ minWidth: 0 })
