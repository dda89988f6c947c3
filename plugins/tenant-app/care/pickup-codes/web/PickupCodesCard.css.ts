import { style } from '@vanilla-extract/css'
import { color, media, vars } from '#core/web/ui/theme/theme.css.ts'

export const list = style({ display: 'grid', gap: vars.space[4], margin: 0, padding: 0, listStyle: 'none' })
export const row = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: vars.space[3],
  '@media': { [media.phone]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
})
export const words = style({ display: 'grid', gap: vars.space[1], overflowWrap: 'anywhere' })
export const muted = style({ color: color.textMuted, fontSize: vars.text[14] })
export const acts = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[2], alignItems: 'start' })
export const pin = style({
  margin: 0,
  fontSize: vars.text[28],
  textAlign: 'center',
  fontVariantNumeric: 'tabular-nums',
})
