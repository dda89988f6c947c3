import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const choice = style({
  display: 'grid',
  gap: vars.space[2],
  padding: vars.space[3],
  border: `1px solid ${color.border}`,
  borderRadius: vars.radius.small,
})
export const editing = style({ display: 'grid', gap: vars.space[4] })
export const field = style({ display: 'grid', gap: vars.space[1] })
export const preview = style({ whiteSpace: 'pre-line', overflowWrap: 'anywhere', overflowX: 'auto' })
export const marks = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[4] })
export const movable = style({ display: 'flex', alignItems: 'flex-start', gap: vars.space[1] })
export const grow = style({ flex: 1, minWidth: 0 })

export const row = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space[2],
  padding: vars.space[2],
  border: `1px solid ${color.border}`,
  borderRadius: vars.radius.small,
})
export const prompt = style({ fontWeight: vars.weight.medium, overflowWrap: 'anywhere' })
export const about = style({ color: color.textMuted, fontSize: vars.text[12] })
export const list = style({ display: 'grid', gap: vars.space[2], margin: 0, padding: 0, listStyle: 'none' })

export const asked = style({ display: 'grid', gap: vars.space[2], whiteSpace: 'pre-line', overflowWrap: 'anywhere' })
export const blanks = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: vars.space[2] })
export const blank = style({ width: '160px' })
export const facts = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[2], color: color.textMuted })
export const bar = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[2] })
export const muted = style({ margin: 0, color: color.textMuted })
export const more = style({ display: 'flex', justifyContent: 'center', padding: vars.space[4] })
export const lines = style({
  display: 'grid',
  gap: vars.space[1],
  margin: 0,
  padding: 0,
  listStyle: 'none',
  overflowWrap: 'anywhere',
})
export const picture = style({ display: 'block', maxWidth: '100%', maxHeight: '480px', objectFit: 'contain' })
export const thumbnail = style({ width: '64px', height: '48px', objectFit: 'contain' })
