import { style } from '@vanilla-extract/css'
import { color, elevation, vars } from '../theme/theme.css.ts'

export const overlay = style({
  position: 'fixed',
  inset: 0,
  zIndex: 90,
  background: color.scrim,
  transition: `opacity ${vars.duration.slow}`,
  selectors: { '&[data-entering], &[data-exiting]': { opacity: 0 } },
})

export const drawer = style({
  position: 'absolute',
  insetBlock: 0,
  insetInlineStart: 0,
  width: 'min(288px, calc(100vw - 56px))',
  background: color.surface,
  boxShadow: elevation.dialog,
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  transition: `transform ${vars.duration.slow} ${vars.easing}`,
  selectors: { '&[data-entering], &[data-exiting]': { transform: 'translateX(-100%)' } },
})

export const content = style({ minHeight: '100%', outline: 'none' })
