import { style } from '@vanilla-extract/css'
import { control } from './Field.css.ts'
import { color, vars } from '../theme/theme.css.ts'

export const trigger = style([
  control,
  {
    display: 'flex',
    alignItems: 'center',
    gap: vars.space[2],
    // The arrow is where that of a combo box is.
    paddingInlineEnd: '10px',
    cursor: 'pointer',
    textAlign: 'start',
  },
])

export const value = style({
  flex: 1,
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  selectors: { '&[data-placeholder]': { color: color.textMuted } },
})

export const quiet = style({ color: color.textMuted })
export const arrow = style({ color: color.textMuted })
