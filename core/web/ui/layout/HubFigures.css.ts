import { style } from '@vanilla-extract/css'
import { color, vars } from '../theme/theme.css.ts'

export const block = style({ display: 'flex', flexDirection: 'column', flex: 1, gap: vars.space[3] })

export const figures = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(96px, 1fr))',
  gap: vars.space[3],
  margin: 0,
})

// The value above its name, while screen readers hear the name first.
export const figure = style({
  display: 'flex',
  flexDirection: 'column-reverse',
  justifyContent: 'flex-end',
  minWidth: 0,
})
export const name = style({ fontSize: vars.text[12], lineHeight: '16px', color: color.textMuted })

export const value = style({
  margin: 0,
  minHeight: '28px',
  fontSize: vars.text[20],
  fontWeight: vars.weight.semibold,
  lineHeight: '28px',
  overflowWrap: 'anywhere',
})

export const freshness = style({ marginTop: 'auto', fontSize: vars.text[12], color: color.textMuted })
