import { style } from '@vanilla-extract/css'
import { color, media, vars } from '../../ui/theme/theme.css.ts'

export const secret = style({
  display: 'flex',
  gap: vars.space[5],
  alignItems: 'center',
  '@media': { [media.phone]: { flexDirection: 'column', alignItems: 'flex-start' } },
})

export const typed = style({ display: 'flex', flexDirection: 'column', gap: vars.space[2], alignItems: 'flex-start' })
export const help = style({ color: color.textMuted })

export const text = style({
  fontFamily: vars.font.mono,
  overflowWrap: 'anywhere',
})
