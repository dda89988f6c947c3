import { style } from '@vanilla-extract/css'
import { color, media, vars } from '#core/web/ui/theme/theme.css.ts'

export const criterion = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 120px',
  gap: vars.space[2],
  '@media': { [media.phone]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
})

export const note = style({ margin: 0, color: color.textMuted, fontSize: vars.text[14] })
