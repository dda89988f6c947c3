import { style } from '@vanilla-extract/css'
import { sideBySide } from '#core/web/ui/layout/sideBySide.ts'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const badges = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: vars.space[2] })

export const picture = style({ maxWidth: '640px' })

export const text = style({ margin: 0, maxWidth: '75ch', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' })
export const list = style({
  display: 'grid',
  gap: vars.space[1],
  margin: 0,
  paddingInlineStart: vars.space[5],
  maxWidth: '75ch',
  overflowWrap: 'anywhere',
})
export const changed = style({ margin: 0, fontSize: vars.text[12], color: color.textMuted })

export const halves = style(sideBySide('360px'))
