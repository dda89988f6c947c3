import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const list = style({ margin: 0, padding: 0, listStyle: 'none' })

export const row = style({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space[3],
  padding: `${vars.space[3]} ${vars.space[4]}`,
  selectors: { '& + &': { borderTop: `1px solid ${color.border}` } },
})

export const words = style({ flex: 1, minWidth: 0, overflowWrap: 'anywhere' })
export const label = style({ fontWeight: vars.weight.medium })
export const description = style({ fontSize: vars.text[14], color: color.textMuted })
export const value = style({ fontFamily: vars.font.mono, fontSize: vars.text[12], color: color.textMuted })
export const buttons = style({ display: 'flex', flexShrink: 0 })
