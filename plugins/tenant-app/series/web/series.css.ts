import { style } from '@vanilla-extract/css'
import { vars } from '#core/web/ui/theme/theme.css.ts'

export const days = style({
  margin: 0,
  paddingInlineStart: vars.space[4],
  overflowWrap: 'anywhere',
  fontVariantNumeric: 'tabular-nums',
})

export const stack = style({ display: 'grid', gap: vars.space[4] })
