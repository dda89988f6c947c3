import { style } from '@vanilla-extract/css'
import { scrolling } from '#core/web/ui/lists/DataTable.css.ts'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const logs = style({ display: 'flex', flexDirection: 'column', gap: vars.space[4], minWidth: 0 })

export const subscription = style({
  display: 'flex',
  flexDirection: 'column',
  '@media': { [scrolling]: { minWidth: '160px' } },
})

export const id = style({ fontFamily: vars.font.mono, fontSize: vars.text[14] })

export const name = style({
  fontSize: vars.text[12],
  fontWeight: vars.weight.regular,
  lineHeight: '16px',
  color: color.textMuted,
  overflowWrap: 'break-word',
})

export const nowrap = style({ whiteSpace: 'nowrap' })
