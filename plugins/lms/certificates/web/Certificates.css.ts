import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const acts = style({ display: 'grid', gap: vars.space[2] })

export const list = style({ display: 'grid', gap: vars.space[4], margin: 0, padding: 0, listStyle: 'none' })

export const facts = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space[2],
  overflowWrap: 'anywhere',
})

export const quiet = style({ color: color.textMuted })

/** Places the form beside its preview; below each other on narrow screens. */
export const beside = style({
  display: 'grid',
  gap: vars.space[5],
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@media': { '(min-width: 1100px)': { gridTemplateColumns: 'minmax(0, 26rem) minmax(0, 1fr)', alignItems: 'start' } },
})

/** A4 landscape page, with the controls below it. */
export const preview = style({
  display: 'flex',
  width: '100%',
  aspectRatio: '6 / 5',
  minHeight: '320px',
  maxHeight: '640px',
})

export const none = style({ margin: 0, color: color.textMuted, overflowWrap: 'anywhere' })
