import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const state = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: vars.space[3] })
export const words = style({ flex: '1 1 280px', color: color.textMuted })

export const preview = style({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: vars.space[2],
  margin: 0,
  padding: vars.space[6],
  border: `1px solid ${color.border}`,
  borderRadius: vars.radius.large,
  background: color.canvas,
  textAlign: 'center',
})

export const caption = style({ fontSize: vars.text[12], color: color.textMuted })
export const title = style({ fontSize: vars.text[20], fontWeight: vars.weight.semibold })
export const message = style({ maxWidth: '60ch', overflowWrap: 'anywhere', whiteSpace: 'pre-line' })
