import { style, styleVariants } from '@vanilla-extract/css'
import { color, media, vars } from '../theme/theme.css.ts'

export const list = style({ display: 'grid', margin: 0, padding: 0, listStyle: 'none' })

export const event = style({
  display: 'grid',
  gridTemplateColumns: 'auto 160px minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: vars.space[3],
  minHeight: vars.control.touch,
  padding: '8px 0',
  fontSize: vars.text[14],
  selectors: { '& + &': { borderTop: `1px solid ${color.border}` } },
  '@media': { [media.phone]: { gridTemplateColumns: 'auto minmax(0, 1fr) auto', rowGap: 0 } },
})

const mark = style({
  width: '4px',
  alignSelf: 'stretch',
  minHeight: '28px',
  borderRadius: vars.radius.full,
  '@media': { [media.phone]: { gridRow: '1 / span 2' } },
})

/** The same colors as on a month's days. */
export const bar = styleVariants({
  neutral: [mark, { background: color.borderStrong }],
  accent: [mark, { background: color.accent }],
  green: [mark, { background: color.green }],
  red: [mark, { background: color.red }],
  blue: [mark, { background: color.blue }],
  amber: [mark, { background: color.amber }],
  purple: [mark, { background: color.purple }],
})

export const time = style({
  color: color.textMuted,
  '@media': { [media.phone]: { gridColumn: '2 / -1', fontSize: vars.text[12] } },
})

export const words = style({ display: 'grid', minWidth: 0 })
export const title = style({ fontWeight: vars.weight.medium, overflowWrap: 'anywhere' })
export const cancelled = style([title, { textDecoration: 'line-through', color: color.textMuted }])
export const details = style({ color: color.textMuted, fontSize: vars.text[12], overflowWrap: 'anywhere' })
