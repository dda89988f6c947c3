import { style, styleVariants } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

const disc = style({
  display: 'grid',
  placeItems: 'center',
  flexShrink: 0,
  width: '32px',
  height: '32px',
  borderRadius: vars.radius.full,
})

export const icon = styleVariants({
  info: [disc, { background: color.blueSubtle, color: color.blue }],
  warning: [disc, { background: color.amberSubtle, color: color.amber }],
  error: [disc, { background: color.redSubtle, color: color.red }],
  critical: [disc, { background: color.redFill, color: color.onRedFill }],
})

export const words = style({ flex: 1, minWidth: 0 })
export const head = style({ display: 'flex', alignItems: 'baseline', gap: vars.space[4] })

export const title = style({
  flex: 1,
  minWidth: 0,
  margin: 0,
  fontWeight: vars.weight.medium,
  overflowWrap: 'anywhere',
})

export const time = style({
  flexShrink: 0,
  fontSize: vars.text[12],
  color: color.textMuted,
})

export const facts = style({
  margin: 0,
  fontSize: vars.text[12],
  lineHeight: '18px',
  color: color.textMuted,
  overflowWrap: 'anywhere',
})

export const error = style([facts, { color: color.red }])

export const more = style({ marginTop: '6px' })
export const badges = style({ display: 'inline-flex', flexWrap: 'wrap', gap: vars.space[1] })
