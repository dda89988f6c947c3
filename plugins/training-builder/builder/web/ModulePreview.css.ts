import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const module = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: vars.space[5] })

export const facts = style({ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: vars.space[2] })

export const text = style({ margin: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere', maxWidth: '70ch' })

export const title = style({
  margin: `0 0 ${vars.space[2]}`,
  fontSize: vars.text[14],
  fontWeight: vars.weight.semibold,
})

export const list = style({
  display: 'grid',
  gap: vars.space[1],
  margin: 0,
  paddingInlineStart: vars.space[5],
  overflowWrap: 'anywhere',
})

export const muted = style({ color: color.textMuted, fontSize: vars.text[14] })

export const section = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: vars.space[3],
  padding: vars.space[4],
  border: `1px solid ${color.border}`,
  borderRadius: vars.radius.large,
})

export const head = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: vars.space[2] })

export const sectionTitle = style({
  flex: '1 1 160px',
  margin: 0,
  fontSize: vars.text[16],
  fontWeight: vars.weight.semibold,
  overflowWrap: 'anywhere',
})

export const part = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: vars.space[2] })
