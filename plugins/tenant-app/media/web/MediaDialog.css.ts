import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const reasons = style({ margin: 0, paddingInlineStart: vars.space[5] })
export const preview = style({
  flexShrink: 0,
  width: '240px',
  maxWidth: '100%',
  borderRadius: vars.radius.large,
  overflow: 'hidden',
})
export const links = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: vars.space[2] })
export const about = style({ fontSize: vars.text[14], color: color.textMuted, overflowWrap: 'anywhere' })
