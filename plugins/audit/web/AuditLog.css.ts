import { style } from '@vanilla-extract/css'
import { color, media, vars } from '#core/web/ui/theme/theme.css.ts'

export const summary = style({ margin: 0, fontSize: vars.text[12], color: color.textMuted })

export const end = style({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: vars.space[4],
})

export const tab = style({ display: 'grid', gap: vars.space[4] })

export const tabHead = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space[3],
})

export const acts = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[2] })

export const period = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 280px))',
  gap: vars.space[4],
  '@media': { [media.phone]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
})
