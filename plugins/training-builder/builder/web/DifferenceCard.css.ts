import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const fact = style({ display: 'grid', gap: vars.space[1], minWidth: 0 })

export const label = style({
  margin: 0,
  fontSize: vars.text[14],
  fontWeight: vars.weight.semibold,
  overflowWrap: 'anywhere',
})

export const sides = style({
  display: 'grid',
  gap: vars.space[3],
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(240px, 100%), 1fr))',
})

export const side = style({
  minWidth: 0,
  margin: 0,
  padding: vars.space[3],
  borderRadius: vars.radius.small,
  background: color.sunken,
})

export const whose = style({ color: color.textMuted, fontSize: vars.text[12] })

export const text = style({ margin: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere' })
