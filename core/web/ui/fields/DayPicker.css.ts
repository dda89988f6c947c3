import { style } from '@vanilla-extract/css'
import { color, forcedChosen, media, vars } from '../theme/theme.css.ts'

export const calendar = style({ padding: vars.space[3] })
export const header = style({ display: 'flex', alignItems: 'center', justifyContent: 'space-between' })
export const month = style({ fontSize: vars.text[14], fontWeight: vars.weight.semibold })
export const weekday = style({ height: '28px', fontSize: vars.text[12], color: color.textMuted, fontWeight: 'normal' })

export const day = style({
  display: 'grid',
  placeItems: 'center',
  width: '32px',
  height: '32px',
  borderRadius: vars.radius.small,
  fontSize: vars.text[14],
  cursor: 'pointer',
  selectors: {
    '&[data-hovered]': { background: color.hover },
    '&[data-today]': { fontWeight: vars.weight.semibold, color: color.accentInk },
    '&[data-selected]': { background: color.accent, color: color.accentText, ...forcedChosen },
    '&[data-focus-visible]': { outline: `2px solid ${color.accentInk}`, outlineOffset: '2px' },
    '&[data-outside-month]': { display: 'none' },
    '&[data-disabled]': { opacity: 0.5, cursor: 'not-allowed' },
  },
  '@media': { [media.coarse]: { width: '40px', height: '40px' } },
})
