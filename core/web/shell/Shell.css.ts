import { style } from '@vanilla-extract/css'
import { color, elevation, media, vars } from '../ui/theme/theme.css.ts'

const sidebarWidth = '248px'

export const frame = style({
  minHeight: '100dvh',
  display: 'grid',
  gridTemplateColumns: `${sidebarWidth} minmax(0, 1fr)`,
  '@media': { [media.belowSidebar]: { gridTemplateColumns: 'minmax(0, 1fr)', gridTemplateRows: 'auto 1fr auto' } },
})

export const skip = style({
  position: 'fixed',
  insetInlineStart: vars.space[4],
  top: vars.space[3],
  zIndex: 150,
  padding: '8px 14px',
  borderRadius: vars.radius.small,
  background: color.raised,
  // Out of sight it would still throw its shadow onto the page.
  selectors: { '&:focus': { boxShadow: elevation.float }, '&:not(:focus)': { transform: 'translateY(-200%)' } },
})

export const sidebar = style({
  position: 'sticky',
  top: 0,
  height: '100dvh',
  borderInlineEnd: `1px solid ${color.border}`,
  background: color.surface,
  '@media': { [media.belowSidebar]: { display: 'none' } },
})

export const drawer = style({ height: '100dvh' })
export const main = style({ minWidth: 0 })

export const banners = style({
  display: 'flex',
  flexDirection: 'column',
  gap: vars.space[2],
  maxWidth: '1280px',
  marginInline: 'auto',
  padding: '16px 32px 0',
  selectors: { '&:empty': { display: 'none' } },
  '@media': { [media.phone]: { padding: '12px 16px 0' } },
})
