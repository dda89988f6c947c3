import { style } from '@vanilla-extract/css'
import { control } from './Field.css.ts'
import { color } from '../theme/theme.css.ts'

export const input = style([
  control,
  { display: 'flex', alignItems: 'center', fontVariantNumeric: 'tabular-nums', cursor: 'text' },
])

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
    '&[data-focused]': { background: color.accent, color: color.accentText },
    '&[data-invalid]:not([data-focused])': { color: color.red },
  },
})
