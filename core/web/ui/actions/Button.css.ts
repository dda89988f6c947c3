import { style, styleVariants } from '@vanilla-extract/css'
import { color, media, vars } from '../theme/theme.css.ts'

export const base = style({
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: vars.space[2],
  border: '1px solid transparent',
  borderRadius: vars.radius.small,
  fontWeight: vars.weight.medium,
  lineHeight: '20px',
  whiteSpace: 'nowrap',
  textDecoration: 'none',
  cursor: 'pointer',
  userSelect: 'none',
  WebkitTapHighlightColor: 'transparent',
  transition: `background ${vars.duration.fast}, border-color ${vars.duration.fast}, color ${vars.duration.fast}`,
  selectors: {
    '&[data-disabled]': { opacity: 0.5, cursor: 'not-allowed' },
    '&[data-pending]': { cursor: 'progress' },
    '&[data-focus-visible]': { outline: `2px solid ${color.accentInk}`, outlineOffset: '2px' },
  },
})

export const size = styleVariants({
  small: {
    minHeight: vars.control.small,
    padding: '3px 10px',
    fontSize: vars.text[14],
    '@media': { [media.coarse]: { minHeight: vars.control.touch } },
  },
  medium: {
    minHeight: vars.control.medium,
    padding: '7px 14px',
    fontSize: vars.text[14],
    '@media': { [media.coarse]: { minHeight: vars.control.touch } },
  },
  large: { minHeight: vars.control.touch, padding: '11px 18px', fontSize: vars.text[16] },
})

export const square = styleVariants({
  small: { width: vars.control.small, paddingInline: 0, '@media': { [media.coarse]: { width: vars.control.touch } } },
  medium: { width: vars.control.medium, paddingInline: 0, '@media': { [media.coarse]: { width: vars.control.touch } } },
  large: { width: vars.control.touch, paddingInline: 0 },
})

const active = '&[data-hovered]:not([data-disabled]), &[data-pressed]:not([data-disabled])'

export const variant = styleVariants({
  primary: {
    background: color.accent,
    color: color.accentText,
    selectors: { [active]: { background: color.accentHover } },
  },
  secondary: {
    background: color.surface,
    color: color.text,
    borderColor: color.border,
    selectors: { [active]: { background: color.hover } },
  },
  quiet: {
    background: 'transparent',
    color: color.text,
    selectors: { [active]: { background: color.hover } },
  },
  danger: {
    background: color.redFill,
    color: color.onRedFill,
    selectors: { [active]: { background: color.redFillHover } },
  },
})

export const fullWidth = style({ width: '100%' })

export const content = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: vars.space[2],
  minWidth: 0,
})

/** Keeps the width and, for screen readers, the name of a button whose spinner stands in its place. */
export const covered = style([content, { opacity: 0 }])

export const pending = style({ position: 'absolute', inset: 0, display: 'grid', placeItems: 'center' })
