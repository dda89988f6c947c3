import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const form = style({ display: 'grid', gap: vars.space[2] })

export const acts = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: vars.space[3],
})

export const list = style({ display: 'grid', gap: vars.space[3], listStyle: 'none', margin: 0, padding: 0 })

export const replies = style([list, { paddingInlineStart: vars.space[4] }])

export const post = style({
  display: 'grid',
  gap: vars.space[2],
  padding: vars.space[3],
  border: `1px solid ${color.border}`,
  borderRadius: vars.radius.large,
})

export const head = style({ display: 'flex', alignItems: 'flex-start', gap: vars.space[2] })

export const about = style({
  display: 'flex',
  flex: 1,
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space[2],
  minWidth: 0,
  color: color.textMuted,
  fontSize: vars.text[14],
})

export const name = style({ color: color.text, fontWeight: vars.weight.medium })

export const text = style({ margin: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere' })

export const quiet = style({ margin: 0, color: color.textMuted, fontSize: vars.text[14] })

export const quoted = style([
  text,
  { paddingInlineStart: vars.space[3], borderInlineStart: `2px solid ${color.border}`, color: color.textMuted },
])
