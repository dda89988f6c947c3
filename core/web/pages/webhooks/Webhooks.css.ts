import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const foot = style({ display: 'flex', justifyContent: 'flex-end', marginTop: vars.space[4] })

export const note = style({ color: color.textMuted })

export const url = style({ minWidth: 0, overflowWrap: 'anywhere' })

export const group = style({
  display: 'grid',
  gap: vars.space[4],
  maxHeight: '320px',
  padding: vars.space[3],
  overflowY: 'auto',
  border: `1px solid ${color.border}`,
  borderRadius: vars.radius.small,
})

export const legend = style({ display: 'block', marginBottom: vars.space[2], fontWeight: vars.weight.medium })

export const line = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: vars.space[2] })

export const code = style({
  margin: 0,
  maxHeight: '240px',
  overflow: 'auto',
  padding: vars.space[3],
  border: `1px solid ${color.border}`,
  borderRadius: vars.radius.small,
  fontFamily: vars.font.mono,
  fontSize: vars.text[12],
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
})

export const delivery = style({
  padding: '8px 0',
  selectors: { '&:not(:last-child)': { borderBottom: `1px solid ${color.border}` } },
})
