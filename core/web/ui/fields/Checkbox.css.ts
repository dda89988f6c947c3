import { style } from '@vanilla-extract/css'
import { color, forcedChosen, media, vars } from '../theme/theme.css.ts'

export const field = style({ display: 'flex', flexDirection: 'column', minWidth: 0 })

/** The box, then the words, all of it to be pressed. */
export const row = style({
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'flex-start',
  alignSelf: 'flex-start',
  gap: '10px',
  minWidth: '24px',
  minHeight: '28px',
  padding: '4px 0',
  fontSize: vars.text[14],
  lineHeight: '20px',
  cursor: 'pointer',
  selectors: { '&[data-disabled]': { opacity: 0.5, cursor: 'not-allowed' } },
  '@media': { [media.coarse]: { minWidth: vars.control.touch, minHeight: vars.control.touch, paddingBlock: '12px' } },
})

export const box = style({
  display: 'grid',
  placeItems: 'center',
  flexShrink: 0,
  width: '18px',
  height: '18px',
  margin: '1px 0',
  border: `1px solid ${color.borderStrong}`,
  borderRadius: '4px',
  background: color.surface,
  color: color.accentText,
  transition: `background ${vars.duration.fast}, border-color ${vars.duration.fast}`,
  selectors: {
    '[data-hovered] > &': { borderColor: color.textMuted },
    '[data-selected] > &, [data-indeterminate] > &': {
      background: color.accent,
      borderColor: color.accent,
      ...forcedChosen,
    },
    '[data-invalid] > &': { borderColor: color.red },
    '[data-focus-visible] > &': { outline: `2px solid ${color.accentInk}`, outlineOffset: '2px' },
  },
})

export const words = style({ minWidth: 0, overflowWrap: 'anywhere' })
/** Under the words. */
export const hints = style({ display: 'flex', paddingInlineStart: '28px' })
