import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const title = style({ display: 'flex', alignItems: 'flex-start', gap: vars.space[2], minWidth: 0 })
export const icon = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  flexShrink: 0,
  width: '32px',
  height: '32px',
  borderRadius: vars.radius.small,
  color: color.accentInk,
  background: color.accentSubtle,
})
export const name = style({ minWidth: 0, overflowWrap: 'anywhere', paddingBlock: '4px' })
export const badges = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: vars.space[2] })

const clamped = style({ display: '-webkit-box', WebkitBoxOrient: 'vertical', overflow: 'hidden', margin: 0 })
export const description = style([
  clamped,
  { WebkitLineClamp: 3, color: color.textMuted, fontSize: vars.text[14], overflowWrap: 'anywhere' },
])

export const part = style({ display: 'grid', gap: vars.space[1], fontSize: vars.text[14] })
export const partTitle = style({
  margin: 0,
  fontSize: vars.text[12],
  fontWeight: vars.weight.medium,
  color: color.textMuted,
})
export const partText = style([clamped, { WebkitLineClamp: 2, overflowWrap: 'anywhere' }])

/** Aligned to the bottom, so that the buttons of a row of cards are in line. */
export const actions = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[2], marginTop: 'auto' })
