import { style } from '@vanilla-extract/css'
import { vars } from '#core/web/ui/theme/theme.css.ts'

export const panel = style({ display: 'grid', gap: vars.space[4], minWidth: 0 })

export const head = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space[3],
})

export const title = style({
  margin: 0,
  minWidth: 0,
  fontSize: vars.text[20],
  fontWeight: vars.weight.semibold,
  overflowWrap: 'anywhere',
})

export const acts = style({ display: 'flex', justifyContent: 'flex-end', gap: vars.space[2] })

export const lessons = style({ display: 'grid', gap: vars.space[3], minWidth: 0 })

export const list = style({ display: 'grid', gap: vars.space[2], listStyle: 'none', margin: 0, padding: 0 })
