import { style } from '@vanilla-extract/css'
import { vars } from '#core/web/ui/theme/theme.css.ts'

export const days = style({
  margin: 0,
  paddingInlineStart: vars.space[4],
  overflowWrap: 'anywhere',
})

export const stack = style({ display: 'grid', gap: vars.space[4] })

export const inSeries = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space[3],
})

export const rule = style({
  display: 'flex',
  alignItems: 'baseline',
  gap: vars.space[2],
  margin: 0,
  fontSize: vars.text[14],
})

export const steps = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[2] })

export const sessions = style({ display: 'grid', gap: vars.space[2], margin: 0, paddingInlineStart: vars.space[6] })
