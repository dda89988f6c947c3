import { style } from '@vanilla-extract/css'
import { color, forcedOutline, media, vars } from '../theme/theme.css.ts'

export const field = style({ display: 'flex', flexDirection: 'column', gap: '6px', minWidth: 0 })

export const label = style({
  display: 'inline-flex',
  gap: vars.space[1],
  fontSize: vars.text[14],
  fontWeight: vars.weight.medium,
  color: color.text,
  cursor: 'default',
})

export const optional = style({ color: color.textMuted, fontWeight: vars.weight.regular })
export const help = style({ fontSize: vars.text[12], lineHeight: '16px', color: color.textMuted })
export const error = style({ fontSize: vars.text[12], lineHeight: '16px', color: color.red })

/** The box that people type or choose in; also around an input with a button at its end. */
export const control = style({
  width: '100%',
  minWidth: 0,
  minHeight: vars.control.medium,
  padding: '7px 12px',
  margin: 0,
  fontSize: vars.text[14],
  lineHeight: '20px',
  color: color.text,
  background: color.surface,
  border: `1px solid ${color.borderStrong}`,
  borderRadius: vars.radius.small,
  transition: `border-color ${vars.duration.fast}, box-shadow ${vars.duration.fast}`,
  selectors: {
    '&::placeholder': { color: color.textMuted, opacity: 1 },
    '&[data-hovered]': { borderColor: color.textMuted },
    '&[data-focused], &[data-focus-within]': {
      borderColor: color.accentInk,
      boxShadow: `0 0 0 1px ${color.accentInk}`,
      ...forcedOutline,
    },
    '&[data-invalid]': { borderColor: color.red },
    '&[data-invalid][data-focused], &[data-invalid][data-focus-within]': { boxShadow: `0 0 0 1px ${color.red}` },
    '&[data-disabled]': { background: color.sunken, color: color.textMuted, cursor: 'not-allowed' },
    '&[readonly]': { background: color.sunken },
  },
  // 16 px on touch keeps iOS from zooming into the field.
  '@media': { [media.coarse]: { minHeight: vars.control.touch, fontSize: vars.text[16] } },
})

export const multiline = style({ minHeight: '88px', resize: 'vertical' })

export const group = style([
  control,
  { display: 'flex', alignItems: 'center', gap: vars.space[1], padding: '0 4px 0 0' },
])

/** Like `group`, for a plain element: the browser's own :focus-within instead of a data attribute. */
export const inset = style([
  group,
  {
    selectors: {
      '&:focus-within': { borderColor: color.accentInk, boxShadow: `0 0 0 1px ${color.accentInk}`, ...forcedOutline },
    },
  },
])

export const bare = style({
  flex: 1,
  minWidth: 0,
  alignSelf: 'stretch',
  padding: '7px 8px 7px 12px',
  border: 0,
  background: 'transparent',
  outline: 'none',
  lineHeight: '20px',
  selectors: { '&::placeholder': { color: color.textMuted, opacity: 1 } },
})

/** Choices below a field. */
export const readings = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[2] })

export const insideButton = style({
  display: 'grid',
  placeItems: 'center',
  flexShrink: 0,
  width: '28px',
  height: '28px',
  padding: 0,
  border: 0,
  borderRadius: '4px',
  background: 'transparent',
  color: color.textMuted,
  cursor: 'pointer',
  selectors: {
    '&[data-hovered]': { background: color.hover, color: color.text },
    '&[data-disabled]': { opacity: 0.5, cursor: 'not-allowed' },
    '&[data-focus-visible]': { outline: `2px solid ${color.accentInk}`, outlineOffset: '-1px' },
  },
  '@media': { [media.coarse]: { width: '40px', height: '40px' } },
})
