import { style } from '@vanilla-extract/css'
import { color, media, vars } from '../ui/theme/theme.css.ts'

export const topBar = style({
  position: 'sticky',
  top: 0,
  zIndex: 50,
  display: 'none',
  alignItems: 'center',
  gap: vars.space[2],
  height: '56px',
  padding: '0 12px',
  borderBottom: `1px solid ${color.border}`,
  background: color.surface,
  '@media': { [media.belowSidebar]: { display: 'flex' } },
})

/** Opens the navigation, where a bottom bar does not. */
export const navigation = style({
  '@media': { [media.phone]: { selectors: { '[data-bar] > &': { display: 'none' } } } },
})
export const end = style({ display: 'flex', alignItems: 'center', marginInlineStart: 'auto' })
