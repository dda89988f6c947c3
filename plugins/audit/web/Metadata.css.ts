import { style } from '@vanilla-extract/css'
import { color, media, vars } from '#core/web/ui/theme/theme.css.ts'

export const list = style({
  margin: 0,
  padding: '4px 12px',
  borderRadius: vars.radius.small,
  background: color.sunken,
  border: `1px solid ${color.border}`,
  fontSize: vars.text[12],
  lineHeight: '18px',
})

export const row = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 200px) minmax(0, 1fr)',
  columnGap: vars.space[4],
  padding: '6px 0',
  selectors: { '&:not(:last-child)': { borderBottom: `1px solid ${color.border}` } },
  '@media': { [media.phone]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
})

export const key = style({ color: color.textMuted, overflowWrap: 'anywhere' })

export const value = style({
  margin: 0,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
})

export const before = style({ color: color.textMuted })
export const arrow = style({
  display: 'inline-block',
  marginInline: vars.space[2],
  verticalAlign: '-1px',
  color: color.textMuted,
})
