import { style } from '@vanilla-extract/css'
import { color, elevation, forcedOutline, media, vars } from '../theme/theme.css.ts'

/** The panel under a select, combo box or menu button. */
export const popover = style({
  minWidth: '176px',
  maxWidth: 'min(420px, calc(100vw - 16px))',
  background: color.raised,
  borderRadius: vars.radius.large,
  boxShadow: elevation.float,
  overflow: 'auto',
  ...forcedOutline,
  transition: `opacity ${vars.duration.fast}, transform ${vars.duration.fast} ${vars.easing}`,
  selectors: {
    '&[data-entering], &[data-exiting]': { opacity: 0, transform: 'translateY(-4px)' },
    '&[data-placement=top][data-entering], &[data-placement=top][data-exiting]': { transform: 'translateY(4px)' },
  },
})

export const asWideAsTrigger = style({ minWidth: 'max(176px, var(--trigger-width))' })

export const list = style({ padding: vars.space[1], outline: 'none', maxHeight: 'inherit', overflow: 'auto' })

export const item = style({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space[2],
  minHeight: '32px',
  padding: '6px 8px',
  borderRadius: vars.radius.small,
  fontSize: vars.text[14],
  lineHeight: '20px',
  color: color.text,
  textDecoration: 'none',
  cursor: 'pointer',
  outline: 'none',
  selectors: {
    '&[data-focused], &[data-hovered], &[data-pressed]': { background: color.hover, ...forcedOutline },
    '&[data-focus-visible]': { boxShadow: `inset 0 0 0 2px ${color.accentInk}` },
    '&[data-disabled]': { opacity: 0.5, cursor: 'not-allowed' },
  },
  '@media': { [media.coarse]: { minHeight: vars.control.touch } },
})

export const danger = style({
  color: color.red,
  selectors: { '&[data-focused], &[data-hovered], &[data-pressed]': { background: color.redSubtle } },
})

export const words = style({ flex: 1, minWidth: 0 })
export const description = style({
  display: 'block',
  fontSize: vars.text[12],
  lineHeight: '16px',
  color: color.textMuted,
})
export const check = style({ color: color.accentInk })
export const separator = style({ height: '1px', margin: '4px 8px', border: 0, background: color.border })
export const note = style({ padding: '12px', fontSize: vars.text[14], color: color.textMuted, textAlign: 'center' })
