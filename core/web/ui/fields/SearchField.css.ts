import { globalStyle, style } from '@vanilla-extract/css'
import { inset } from './Field.css.ts'
import { color } from '../theme/theme.css.ts'

export const box = style([inset, { paddingLeft: '10px' }])
export const icon = style({ color: color.textMuted })
export const clear = style({ selectors: { '[data-empty] &': { visibility: 'hidden' } } })
export const field = style({ minWidth: 'min(240px, 100%)', flex: '1 1 240px', maxWidth: '400px' })

globalStyle(`${box} input::-webkit-search-cancel-button`, { display: 'none' })
globalStyle(`${box} input`, { paddingLeft: '4px' })
