import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const list = style({ margin: 0, padding: 0, listStyle: 'none' })

export const tool = style({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space[3],
  padding: '12px 0',
  selectors: { '&:not(:last-child)': { borderBottom: `1px solid ${color.border}` } },
})

export const words = style({ flex: '1 1 0', minWidth: 0 })

export const name = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space[2],
  fontWeight: vars.weight.medium,
  overflowWrap: 'anywhere',
})

export const note = style({ color: color.textMuted, overflowWrap: 'anywhere' })

export const foot = style({ display: 'flex', justifyContent: 'flex-end', marginTop: vars.space[4] })

export const address = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space[2],
})

export const value = style({ display: 'block', minWidth: 0, overflowWrap: 'anywhere' })
