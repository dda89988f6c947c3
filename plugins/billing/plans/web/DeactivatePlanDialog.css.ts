import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const heading = style({
  margin: `0 0 ${vars.space[2]}`,
  fontSize: vars.text[14],
  fontWeight: vars.weight.medium,
})

export const list = style({
  maxHeight: '240px',
  margin: 0,
  padding: 0,
  overflowY: 'auto',
  listStyle: 'none',
  border: `1px solid ${color.border}`,
  borderRadius: vars.radius.small,
  selectors: { '&:focus-visible': { outline: `2px solid ${color.accentInk}`, outlineOffset: '2px' } },
})

export const subscriber = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space[3],
  padding: '8px 12px',
  selectors: { '& + &': { borderTop: `1px solid ${color.border}` } },
})
export const name = style({ minWidth: 0, overflowWrap: 'anywhere' })
export const more = style({ padding: '8px 12px', color: color.textMuted, borderTop: `1px solid ${color.border}` })
