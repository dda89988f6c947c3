import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const outline = style({ display: 'grid', gap: vars.space[4], minWidth: 0 })

export const head = style({ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: vars.space[2] })

export const chapter = style({ display: 'grid', gap: vars.space[2], minWidth: 0 })

export const about = style({
  display: 'flex',
  alignItems: 'start',
  justifyContent: 'space-between',
  gap: vars.space[3],
  color: color.textMuted,
  overflowWrap: 'anywhere',
})

export const unassigned = style({
  display: 'grid',
  gap: vars.space[2],
  minWidth: 0,
  padding: vars.space[3],
  border: `1px dashed ${color.borderStrong}`,
  borderRadius: vars.radius.large,
})

export const title = style({ margin: 0, fontSize: vars.text[14], fontWeight: vars.weight.semibold })

export const none = style({ margin: 0, padding: vars.space[3], color: color.textMuted })
