import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const completion = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space[3],
  padding: vars.space[3],
  border: `1px solid ${color.border}`,
  borderRadius: vars.radius.large,
})

export const words = style({ display: 'grid', flex: '1 1 240px', gap: vars.space[1], minWidth: 0 })

export const rule = style({ margin: 0, color: color.textMuted })

export const missing = style({ display: 'grid', gap: vars.space[1], listStyle: 'none', margin: 0, padding: 0 })

export const done = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: vars.space[2],
  color: color.green,
  fontWeight: vars.weight.semibold,
})
