import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const editor = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: vars.space[4] })

export const bar = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: vars.space[2] })

export const status = style({ flex: '1 1 120px', color: color.textMuted, fontSize: vars.text[14] })

export const module = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'start',
  gap: vars.space[2],
  padding: vars.space[3],
  border: `1px solid ${color.border}`,
  borderRadius: vars.radius.large,
  background: color.surface,
})

export const opened = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: vars.space[3] })

export const description = style({
  margin: 0,
  color: color.textMuted,
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
})

export const section = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space[2],
  padding: vars.space[2],
  border: `1px solid ${color.border}`,
  borderRadius: vars.radius.small,
})

export const words = style({ display: 'grid', flex: '1 1 140px', minWidth: 0 })
export const title = style({ fontWeight: vars.weight.medium, overflowWrap: 'anywhere' })
export const about = style({ color: color.textMuted, fontSize: vars.text[12] })

export const none = style({ margin: 0, padding: vars.space[3], color: color.textMuted })
