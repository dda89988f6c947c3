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
