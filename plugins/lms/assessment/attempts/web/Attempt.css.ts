import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const bar = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: vars.space[3] })

export const foot = style([bar, { justifyContent: 'space-between' }])

/** Stays visible while a long quiz scrolls. */
export const head = style([
  foot,
  {
    position: 'sticky',
    top: 0,
    zIndex: 1,
    paddingBlock: vars.space[2],
    background: color.surface,
    borderBlockEnd: `1px solid ${color.border}`,
  },
])

export const quiet = style({ margin: 0, color: color.textMuted, fontSize: vars.text[14] })

export const warning = style([quiet, { color: color.amber, fontWeight: vars.weight.medium }])

export const clock = style({ fontVariantNumeric: 'tabular-nums', fontWeight: vars.weight.semibold })

export const numbers = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: vars.space[1],
  margin: 0,
  padding: 0,
  listStyle: 'none',
})

export const larger = style({ zoom: 1.25 })

export const asked = style({ display: 'grid', gap: vars.space[3], whiteSpace: 'pre-line', overflowWrap: 'anywhere' })

export const score = style({ margin: 0, fontSize: vars.text[28], fontWeight: vars.weight.semibold })

export const verdict = style({
  display: 'grid',
  gap: vars.space[2],
  padding: vars.space[3],
  border: `1px solid ${color.border}`,
  borderRadius: vars.radius.small,
  overflowWrap: 'anywhere',
})

export const lines = style({
  display: 'grid',
  gap: vars.space[1],
  margin: 0,
  padding: 0,
  listStyle: 'none',
  overflowWrap: 'anywhere',
  whiteSpace: 'pre-line',
})

export const text = style({ margin: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere' })
