import { style } from '@vanilla-extract/css'
import { color, media, vars } from '../../ui/theme/theme.css.ts'

export const codes = style({
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gap: '6px 24px',
  margin: 0,
  padding: '12px 16px',
  listStyle: 'none',
  borderRadius: vars.radius.large,
  background: color.sunken,
  fontFamily: vars.font.mono,
  '@media': { [media.phone]: { gridTemplateColumns: '1fr' } },
})
