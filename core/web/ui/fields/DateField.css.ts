import { style } from '@vanilla-extract/css'
import { control, group } from './Field.css.ts'
import { color, forcedChosen } from '../theme/theme.css.ts'

export const input = style([control, { display: 'flex', alignItems: 'center', cursor: 'text' }])

/** The parts with a button at their end. */
export const picker = style([group, { cursor: 'text' }])
export const parts = style({ display: 'flex', flex: 1, flexWrap: 'wrap', minWidth: 0, padding: '5px 0 5px 12px' })
export const dialog = style({ outline: 'none' })

/** Day, month or year, or what stands between them. */
export const segment = style({
  padding: '0 2px',
  borderRadius: '4px',
  outline: 'none',
  caretColor: 'transparent',
  selectors: {
    // A day or a month of one digit is no smaller a target than WCAG 2.5.8 asks for.
    '&:not([data-type=literal])': { minWidth: '24px', lineHeight: '24px', textAlign: 'center' },
    '&[data-type=literal]': { padding: 0, color: color.textMuted },
    '&[data-placeholder]': { color: color.textMuted },
    '&[data-focused]': { background: color.accent, color: color.accentText, ...forcedChosen },
    '&[data-invalid]:not([data-focused])': { color: color.red },
  },
})
