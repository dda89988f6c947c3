import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const badges = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[2] })

export const facts = style({
  display: 'flex',
  flexDirection: 'column',
  gap: vars.space[1],
  margin: 0,
  paddingTop: vars.space[3],
  borderTop: `1px solid ${color.border}`,
})

export const fact = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space[4],
  minHeight: '24px',
  fontSize: vars.text[14],
})

export const term = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: vars.space[2],
  flexShrink: 0,
  color: color.textMuted,
})

export const detail = style({ margin: 0, minWidth: 0, textAlign: 'end', overflowWrap: 'anywhere' })
export const users = style({ display: 'inline-flex', alignItems: 'center', minHeight: '24px' })
export const reason = style({ fontSize: vars.text[12], color: color.textMuted, overflowWrap: 'anywhere' })

/** Level with the menu beside it. */
export const choice = style({ alignSelf: 'center' })
