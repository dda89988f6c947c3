import { style } from '@vanilla-extract/css'
import { control } from './Field.css.ts'
import { color, vars } from '../theme/theme.css.ts'

export const trigger = style([
  control,
  {
    display: 'flex',
    alignItems: 'center',
    gap: vars.space[2],
    paddingRight: '8px',
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

export const arrow = style({ color: color.textMuted })
