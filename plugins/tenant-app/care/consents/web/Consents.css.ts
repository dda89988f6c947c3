import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const head = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: vars.space[3],
  alignItems: 'center',
  justifyContent: 'space-between',
})
export const note = style({ margin: 0, color: color.textMuted, fontSize: vars.text[14] })
export const figures = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: vars.space[2],
})

/** Text with its own line breaks, never wider than the screen. */
export const body = style({ margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', maxWidth: '70ch' })

export const buttons = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[2] })

export const students = style({ display: 'grid', gap: vars.space[2] })
export const chosen = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: vars.space[2],
  margin: 0,
  padding: 0,
  listStyle: 'none',
})
export const one = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: vars.space[1],
  paddingLeft: vars.space[2],
  border: `1px solid ${color.border}`,
  borderRadius: vars.radius.small,
  fontSize: vars.text[14],
})

export const list = style({ display: 'grid', gap: vars.space[3], margin: 0, padding: 0, listStyle: 'none' })
export const separate = style({
  selectors: { '& + &': { paddingTop: vars.space[4], borderTop: `1px solid ${color.border}` } },
})
export const line = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: vars.space[2],
  alignItems: 'center',
  justifyContent: 'space-between',
})
export const words = style({ minWidth: 0, overflowWrap: 'anywhere' })
export const title = style({ margin: 0, fontSize: vars.text[16], fontWeight: vars.weight.semibold })
