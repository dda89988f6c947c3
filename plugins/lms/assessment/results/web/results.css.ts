import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const number = style({ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' })
export const quiet = style({ color: color.textMuted })
export const badges = style({ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: vars.space[2] })
export const cell = style({ display: 'grid', gap: vars.space[1], overflowWrap: 'anywhere' })
export const prompt = style({ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', margin: 0 })
export const text = style({ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', margin: 0 })
export const lines = style({ margin: 0, paddingInlineStart: vars.space[4], overflowWrap: 'anywhere' })
export const listTitle = style({ fontSize: vars.text[14], fontWeight: vars.weight.semibold, margin: 0 })
export const grades = style({ display: 'grid', gap: vars.space[3], listStyle: 'none', margin: 0, padding: 0 })
export const grade = style({
  display: 'grid',
  gap: vars.space[2],
  minWidth: 0,
  padding: vars.space[3],
  border: `1px solid ${color.border}`,
  borderRadius: vars.radius.large,
})
export const gradeAbout = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space[2],
  color: color.textMuted,
  fontSize: vars.text[14],
})
export const gradeTitle = style({ minWidth: 0, overflowWrap: 'anywhere', color: color.text })
