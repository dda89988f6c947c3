import { style } from '@vanilla-extract/css'
import { media, vars } from '../theme/theme.css.ts'

export const row = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: vars.space[3] })

export const running = style({
  display: 'flex',
  flex: '1 1 200px',
  alignItems: 'center',
  gap: vars.space[2],
  minWidth: 0,
  maxWidth: '360px',
})
/** Shown on touch devices, which have a camera. */
export const camera = style({ display: 'none', '@media': { [media.coarse]: { display: 'inline' } } })

export const progress = style({ flex: 1, minWidth: 0 })
