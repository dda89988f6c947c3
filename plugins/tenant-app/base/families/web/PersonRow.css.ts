import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const list = style({ listStyle: 'none', margin: 0, padding: 0, borderTop: `1px solid ${color.border}` })

export const row = style({
  display: 'flex',
  alignItems: 'flex-start',
  gap: vars.space[3],
  paddingBlock: vars.space[3],
  selectors: { '&:not(:last-child)': { borderBottom: `1px solid ${color.border}` } },
})

export const body = style({ flex: 1, minWidth: 0, display: 'grid', gap: vars.space[1], fontSize: vars.text[14] })

export const head = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: vars.space[2] })
export const name = style({ fontWeight: vars.weight.semibold, overflowWrap: 'anywhere' })

export const detail = style({ color: color.textMuted, overflowWrap: 'anywhere', whiteSpace: 'pre-line' })

export const photo = style({
  flexShrink: 0,
  width: '48px',
  height: '48px',
  borderRadius: '50%',
  objectFit: 'cover',
  background: color.sunken,
})

export const actions = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[2], paddingTop: vars.space[1] })
