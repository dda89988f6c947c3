import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const outlook = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: vars.space[4],
  overflowWrap: 'anywhere',
})
export const title = style({ margin: 0, fontSize: vars.text[14], fontWeight: vars.weight.semibold })
export const why = style({ color: color.textMuted })
export const quiet = style({ margin: 0, color: color.textMuted, fontSize: vars.text[14] })

export const removal = style({ paddingBlock: vars.space[2] })
export const sentence = style({ margin: 0, fontSize: vars.text[14], fontWeight: vars.weight.medium })
export const people = style({ display: 'grid', gap: vars.space[2], margin: 0, padding: 0, listStyle: 'none' })
export const person = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space[3],
  fontSize: vars.text[14],
  overflowWrap: 'anywhere',
})
export const acts = style({ display: 'flex', flexShrink: 0, gap: vars.space[2] })
