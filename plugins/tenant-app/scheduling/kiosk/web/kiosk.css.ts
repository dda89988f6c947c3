import { style } from '@vanilla-extract/css'
import { color, media, vars } from '#core/web/ui/theme/theme.css.ts'

export const screen = style({
  display: 'grid',
  gap: vars.space[4],
  alignContent: 'start',
  maxWidth: '560px',
  minHeight: '100dvh',
  margin: '0 auto',
  padding: vars.space[6],
  '@media': { [media.phone]: { padding: vars.space[4] } },
})

export const title = style({ margin: 0, fontSize: vars.text[28], fontWeight: vars.weight.semibold })
export const muted = style({ margin: 0, color: color.textMuted })
export const digits = style({
  margin: 0,
  minHeight: '1.5em',
  fontSize: vars.text[28],
  letterSpacing: '0.4em',
  textAlign: 'center',
  fontVariantNumeric: 'tabular-nums',
})
export const keys = style({ display: 'grid', gridTemplateColumns: 'repeat(3, 1fr)', gap: vars.space[3] })
export const key = style({ minHeight: '64px', fontSize: vars.text[20] })
export const list = style({ display: 'grid', gap: vars.space[3], margin: 0, padding: 0, listStyle: 'none' })
export const child = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: vars.space[3],
  alignItems: 'center',
  padding: vars.space[3],
  border: `1px solid ${color.borderStrong}`,
  borderRadius: vars.radius.small,
  overflowWrap: 'anywhere',
})
export const big = style({ minHeight: '64px' })
export const video = style({ width: '100%', maxHeight: '320px', borderRadius: vars.radius.small, objectFit: 'cover' })
export const foot = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[4], marginTop: vars.space[4] })
export const code = style({ fontSize: vars.text[28], letterSpacing: '0.2em', overflowWrap: 'anywhere' })
