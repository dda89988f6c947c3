import { style } from '@vanilla-extract/css'
import { color, vars } from '../ui/theme/theme.css.ts'

export const list = style({ margin: 0, padding: 0, listStyle: 'none' })

export const device = style({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space[3],
  padding: '12px 0',
  selectors: {
    '&:not(:last-child)': { borderBottom: `1px solid ${color.border}` },
    '&:first-child': { paddingTop: 0 },
    '&:last-child': { paddingBottom: 0 },
  },
})

export const icon = style({ color: color.textMuted })
export const words = style({ flex: 1, minWidth: 0 })

export const name = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space[2],
  fontWeight: vars.weight.medium,
})

export const details = style({ fontSize: vars.text[12], color: color.textMuted, overflowWrap: 'anywhere' })
