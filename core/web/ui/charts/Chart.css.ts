import { style, styleVariants } from '@vanilla-extract/css'
import { color, vars } from '../theme/theme.css.ts'

export const frame = style({ position: 'relative', width: '100%', minWidth: 0 })
export const drawing = style({ display: 'block', overflow: 'visible', fontSize: vars.text[12] })
export const grid = style({ stroke: color.border, strokeWidth: 1 })
export const tick = style({ fill: color.textMuted, fontVariantNumeric: 'tabular-nums' })

export const tones = {
  accent: color.accentInk,
  green: color.green,
  amber: color.amber,
  red: color.red,
  blue: color.blue,
}
export type ChartTone = keyof typeof tones

export const line = styleVariants(tones, (stroke) => ({
  fill: 'none',
  stroke,
  strokeWidth: 2,
  strokeLinejoin: 'round' as const,
}))
export const fill = styleVariants(tones, (value) => ({ fill: value }))
export const label = styleVariants(tones, (value) => ({ fill: value, fontWeight: vars.weight.semibold }))
export const area = style({ opacity: 0.1 })

export const key = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[4], margin: 0, fontSize: vars.text[14] })
export const keyEntry = style({ display: 'inline-flex', alignItems: 'baseline', gap: vars.space[1] })
export const keyValue = styleVariants(tones, (value) => ({ color: value, fontWeight: vars.weight.semibold }))

/** Scrolls by itself, so that a year of days does not push the next chart out of sight. */
export const tableFrame = style({
  maxHeight: '320px',
  overflow: 'auto',
  border: `1px solid ${color.border}`,
  borderRadius: vars.radius.small,
  selectors: { '&:focus-visible': { outline: `2px solid ${color.accentInk}`, outlineOffset: '2px' } },
})

export const table = style({ width: '100%', borderCollapse: 'collapse', fontSize: vars.text[14] })

const cell = style({
  padding: `${vars.space[2]} ${vars.space[3]}`,
  borderTop: `1px solid ${color.border}`,
  whiteSpace: 'nowrap',
})
export const headCell = style([
  cell,
  {
    position: 'sticky',
    top: 0,
    border: 0,
    background: color.sunken,
    color: color.textMuted,
    fontSize: vars.text[12],
    fontWeight: vars.weight.medium,
    textAlign: 'end',
    selectors: { '&:first-child': { textAlign: 'start' } },
  },
])
export const rowHead = style([cell, { fontWeight: vars.weight.regular, textAlign: 'start' }])
export const figure = style([cell, { textAlign: 'end', fontVariantNumeric: 'tabular-nums' }])
