import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const list = style({ listStyle: 'none', margin: 0, padding: 0 })

export const row = style({
  display: 'grid',
  gap: vars.space[2],
  paddingBlock: vars.space[3],
  fontSize: vars.text[14],
  selectors: { '&:not(:last-child)': { borderBottom: `1px solid ${color.border}` } },
})

export const head = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: vars.space[2] })
export const name = style({ fontWeight: vars.weight.semibold, overflowWrap: 'anywhere' })
export const detail = style({ color: color.textMuted, overflowWrap: 'anywhere', whiteSpace: 'pre-line' })
export const buttons = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[2] })
export const empty = style({ margin: 0, color: color.textMuted, fontSize: vars.text[14] })
export const more = style({ display: 'flex', justifyContent: 'center', paddingTop: vars.space[2] })
