import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const feed = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: vars.space[3],
  selectors: { '& + &': { paddingTop: vars.space[4], borderTop: `1px solid ${color.border}` } },
})

export const title = style({ fontSize: vars.text[14], fontWeight: vars.weight.semibold })
export const words = style({ color: color.textMuted, fontSize: vars.text[14] })
export const actions = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[2] })

export const address = style({
  padding: '10px 12px',
  background: color.sunken,
  border: `1px solid ${color.border}`,
  borderRadius: vars.radius.small,
  fontFamily: vars.font.mono,
  fontSize: vars.text[12],
  overflowWrap: 'anywhere',
  userSelect: 'all',
})
