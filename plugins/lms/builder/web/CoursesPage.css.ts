import { style } from '@vanilla-extract/css'
import { vars } from '#core/web/ui/theme/theme.css.ts'

const wide = '(min-width: 1000px)'
const narrow = '(max-width: 999.98px)'

export const columns = style({
  display: 'grid',
  gap: vars.space[6],
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  '@media': { [wide]: { gridTemplateColumns: 'minmax(0, 360px) minmax(0, 1fr)' } },
})

export const list = style({ display: 'grid', gap: vars.space[3], minWidth: 0 })

/** While a course is chosen: where there is no room beside it, the course is all there is. */
export const behind = style({ '@media': { [narrow]: { display: 'none' } } })

/** Leads back from it. */
export const back = style({ marginBottom: vars.space[3], '@media': { [wide]: { display: 'none' } } })

export const panel = style({ minWidth: 0 })
