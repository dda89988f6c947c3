import { style } from '@vanilla-extract/css'
import { color, vars } from '../ui/theme/theme.css.ts'

export const brand = style({ display: 'flex', alignItems: 'center', gap: '10px', minWidth: 0 })
export const logo = style({ width: '28px', height: '28px', objectFit: 'contain', borderRadius: vars.radius.small })

export const name = style({
  minWidth: 0,
  // Two lines, as most names of organizations need no more.
  display: '-webkit-box',
  overflow: 'hidden',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflowWrap: 'anywhere',
  fontSize: vars.text[16],
  lineHeight: '20px',
  fontWeight: vars.weight.semibold,
  letterSpacing: '-0.01em',
})

const oneLine = style({ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' })
export const lines = style({ display: 'flex', flexDirection: 'column', minWidth: 0 })
export const place = style([oneLine, { fontSize: vars.text[16], lineHeight: '20px', fontWeight: vars.weight.semibold }])
export const below = style([oneLine, { fontSize: vars.text[12], lineHeight: '16px', color: color.textMuted }])
