import { style } from '@vanilla-extract/css'
import { color, vars } from '../theme/theme.css.ts'

/** Keeps the same height before its figures load, so that nothing moves when they come. */
export const trend = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: vars.space[2],
  minHeight: '24px',
  fontSize: vars.text[12],
  lineHeight: '16px',
  color: color.textMuted,
})

export const awaited = style({ visibility: 'hidden' })

export const drawing = style({ display: 'block', flex: 'none', overflow: 'visible' })
export const line = style({
  fill: 'none',
  stroke: color.accentInk,
  strokeWidth: 1.5,
  strokeLinejoin: 'round',
  strokeLinecap: 'round',
})
export const end = style({ fill: color.accentInk })
