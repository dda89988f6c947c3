import { style } from '@vanilla-extract/css'
import { color, media, vars } from '../theme/theme.css.ts'

/** The mark, then the words, all of it to be pressed. */
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
  // Keeps the size that it has without the border.
  '@media': { [media.forcedColors]: { padding: '1px', border: '1px solid' } },
})

export const knob = style({
  display: 'block',
  width: '16px',
  height: '16px',
  borderRadius: '50%',
  background: color.surface,
  transition: `transform ${vars.duration.slow} ${vars.easing}`,
  selectors: { '[data-selected] &': { transform: 'translateX(14px)', background: color.accentText } },
  '@media': { [media.forcedColors]: { background: 'ButtonText' } },
})

export const hint = style({ fontSize: vars.text[12], lineHeight: '16px', color: color.textMuted })
export const indentedSwitch = style({ paddingInlineStart: '44px' })
