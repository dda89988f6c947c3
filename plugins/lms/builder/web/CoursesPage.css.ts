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

/** Hides the list on narrow screens while a course is open. */
export const behind = style({ '@media': { [narrow]: { display: 'none' } } })

/** Button back to the list, on narrow screens. */
export const back = style({ marginBottom: vars.space[3], '@media': { [wide]: { display: 'none' } } })

export const panel = style({ minWidth: 0 })
