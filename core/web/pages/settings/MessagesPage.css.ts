import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const subject = style({ overflowWrap: 'anywhere' })
export const reason = style({ display: 'block', fontSize: vars.text[12], lineHeight: '16px', color: color.textMuted })
export const date = style({ whiteSpace: 'nowrap' })

export const facts = style({
  display: 'grid',
  gridTemplateColumns: 'max-content minmax(0, 1fr)',
  gap: `${vars.space[1]} ${vars.space[4]}`,
  margin: 0,
  fontSize: vars.text[14],
})

export const term = style({ color: color.textMuted })
export const fact = style({ margin: 0, overflowWrap: 'anywhere' })

export const text = style({
  margin: 0,
  padding: vars.space[4],
  border: `1px solid ${color.border}`,
  borderRadius: vars.radius.small,
  background: color.sunken,
  fontFamily: 'inherit',
  fontSize: vars.text[14],
  overflowWrap: 'anywhere',
  whiteSpace: 'pre-wrap',
})
