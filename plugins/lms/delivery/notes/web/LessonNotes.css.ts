import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const notes = style({ display: 'grid', gap: vars.space[4] })

export const form = style({ display: 'grid', gap: vars.space[2] })

export const acts = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: vars.space[3],
})

export const list = style({ display: 'grid', gap: vars.space[3], listStyle: 'none', margin: 0, padding: 0 })

export const note = style({
  display: 'flex',
  alignItems: 'flex-start',
  gap: vars.space[2],
  padding: vars.space[3],
  border: `1px solid ${color.border}`,
  borderRadius: vars.radius.large,
})

export const words = style({ display: 'grid', flex: 1, gap: vars.space[1], minWidth: 0 })

export const text = style({ margin: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere' })

export const about = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space[2],
  color: color.textMuted,
  fontSize: vars.text[14],
})
