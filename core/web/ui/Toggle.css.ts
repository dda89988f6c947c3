import { style } from '@vanilla-extract/css'
import { color, media, vars } from './theme.css.ts'

/** Checkboxes, switches and radios share their row: the mark, then the words, all of it to be pressed. */
export const row = style({
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'flex-start',
  gap: '10px',
  minHeight: '24px',
  padding: '2px 0',
  fontSize: vars.text[14],
  lineHeight: '20px',
  cursor: 'pointer',
  selectors: { '&[data-disabled]': { opacity: 0.5, cursor: 'not-allowed' } },
  '@media': { [media.coarse]: { minHeight: vars.control.touch, paddingBlock: '12px' } },
})

const ring = { outline: `2px solid ${color.accentInk}`, outlineOffset: '2px' }

export const box = style({
  display: 'grid',
  placeItems: 'center',
  flexShrink: 0,
  width: '18px',
  height: '18px',
  marginTop: '1px',
  border: `1px solid ${color.borderStrong}`,
  borderRadius: '5px',
  background: color.surface,
  color: color.accentText,
  transition: `background ${vars.duration.fast}, border-color ${vars.duration.fast}`,
  selectors: {
    '[data-hovered] > &': { borderColor: color.textMuted },
    '[data-selected] > &, [data-indeterminate] > &': { background: color.accent, borderColor: color.accent },
    '[data-invalid] > &': { borderColor: color.red },
    '[data-focus-visible] > &': ring,
  },
})

export const dot = style({
  position: 'relative',
  flexShrink: 0,
  width: '18px',
  height: '18px',
  marginTop: '1px',
  border: `1px solid ${color.borderStrong}`,
  borderRadius: '50%',
  background: color.surface,
  transition: `border ${vars.duration.fast}`,
  selectors: {
    '[data-selected] > &': { border: `5px solid ${color.accent}` },
    '[data-invalid] > &': { borderColor: color.red },
    '[data-focus-visible] > &': ring,
  },
})

export const track = style({
  flexShrink: 0,
  width: '34px',
  height: '20px',
  padding: '2px',
  borderRadius: vars.radius.full,
  background: color.borderStrong,
  transition: `background ${vars.duration.slow}`,
  selectors: {
    '[data-selected] > &': { background: color.accent },
    '[data-focus-visible] > &': ring,
  },
})

export const knob = style({
  display: 'block',
  width: '16px',
  height: '16px',
  borderRadius: '50%',
  background: color.surface,
  transition: `transform ${vars.duration.slow} ${vars.easing}`,
  selectors: { '[data-selected] &': { transform: 'translateX(14px)', background: color.accentText } },
})

export const texts = style({ display: 'flex', flexDirection: 'column', minWidth: 0 })
export const hint = style({ fontSize: vars.text[12], lineHeight: '16px', color: color.textMuted })
export const error = style({ fontSize: vars.text[12], lineHeight: '16px', color: color.red })
export const group = style({ display: 'flex', flexDirection: 'column', gap: '2px', alignItems: 'flex-start' })
export const indented = style({ paddingInlineStart: '28px' })
export const indentedSwitch = style({ paddingInlineStart: '44px' })
