import { style } from '@vanilla-extract/css'
import { vars } from '#core/web/ui/theme/theme.css.ts'

export const charts = style({
  display: 'grid',
  gap: vars.space[4],
  alignItems: 'start',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(440px, 100%), 1fr))',
})
