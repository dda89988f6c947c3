import { style } from '@vanilla-extract/css'
import { color, forcedOutline, vars } from '#core/web/ui/theme/theme.css.ts'

export const outline = style({ display: 'grid', gap: vars.space[2], marginBlockEnd: vars.space[3] })

export const summary = style({ color: color.textMuted, fontSize: vars.text[14] })

export const list = style({
  display: 'grid',
  gap: '2px',
  maxHeight: '240px',
  margin: 0,
  padding: vars.space[1],
  overflowY: 'auto',
  border: `1px solid ${color.border}`,
  borderRadius: vars.radius.small,
  listStyle: 'none',
})

export const part = style({
  justifyContent: 'flex-start',
  textAlign: 'start',
  selectors: { '&[aria-current]': { background: color.accentSubtle, ...forcedOutline } },
})

export const isFinished = style({ color: color.green })

export const buttons = style({ display: 'flex', gap: vars.space[2] })
