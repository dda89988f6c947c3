import { style } from '@vanilla-extract/css'
import { vars } from '#core/web/ui/theme/theme.css.ts'

export const cards = style({
  display: 'grid',
  gap: vars.space[4],
  alignItems: 'start',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(320px, 100%), 1fr))',
})

/** Cards with a table in them. */
export const wideCards = style({
  display: 'grid',
  gap: vars.space[4],
  alignItems: 'start',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(560px, 100%), 1fr))',
})

export const text = style({ fontSize: vars.text[14] })

export const buttons = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[2] })
