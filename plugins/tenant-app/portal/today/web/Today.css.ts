import { style } from '@vanilla-extract/css'
import { color, media, vars } from '#core/web/ui/theme/theme.css.ts'

export const acts = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: vars.space[2],
  marginTop: vars.space[1],
  '@media': { [media.phone]: { gap: vars.space[1] } },
})

export const figures = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[6] })
export const figure = style({ display: 'grid', color: color.textMuted, fontSize: vars.text[14] })
export const number = style({
  color: color.text,
  fontSize: vars.text[20],
  fontWeight: vars.weight.semibold,
  fontVariantNumeric: 'tabular-nums',
})
