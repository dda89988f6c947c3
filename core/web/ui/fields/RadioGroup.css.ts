import { style } from '@vanilla-extract/css'
import { color, media, vars } from '../theme/theme.css.ts'

export const choices = style({ display: 'flex', flexDirection: 'column', gap: vars.space[1] })

/** The ring, then the words, all of it to be pressed. */
export const row = style({
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'flex-start',
  gap: '10px',
  minHeight: '28px',
  padding: '4px 0',
  fontSize: vars.text[14],
  lineHeight: '20px',
  cursor: 'pointer',
  selectors: { '&[data-disabled]': { opacity: 0.5, cursor: 'not-allowed' } },
  '@media': { [media.coarse]: { minHeight: vars.control.touch, paddingBlock: '12px' } },
})

export const ring = style({
  flexShrink: 0,
  width: '18px',
  height: '18px',
  margin: '1px 0',
  border: `1px solid ${color.borderStrong}`,
  borderRadius: '50%',
  background: color.surface,
  transition: `border-color ${vars.duration.fast}, border-width ${vars.duration.fast}`,
  selectors: {
    '[data-hovered] > &': { borderColor: color.textMuted },
    '[data-selected] > &': { borderColor: color.accent, borderWidth: '5px' },
    '[data-invalid] > &': { borderColor: color.red },
    '[data-focus-visible] > &': { outline: `2px solid ${color.accentInk}`, outlineOffset: '2px' },
  },
})

export const words = style({ minWidth: 0, overflowWrap: 'anywhere' })

/** Under the words. */
export const description = style({
  display: 'block',
  marginTop: '-4px',
  paddingInlineStart: '28px',
  fontSize: vars.text[12],
  lineHeight: '16px',
  color: color.textMuted,
  '@media': { [media.coarse]: { marginTop: '-12px' } },
})
