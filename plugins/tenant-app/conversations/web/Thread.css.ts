import { style } from '@vanilla-extract/css'
import { color, media, vars } from '#core/web/ui/theme/theme.css.ts'

export const filters = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[2] })

export const posts = style({
  display: 'flex',
  flexDirection: 'column',
  gap: vars.space[3],
  margin: 0,
  padding: 0,
  listStyle: 'none',
})

const post = style({
  display: 'grid',
  gap: vars.space[1],
  maxWidth: '85%',
  padding: vars.space[3],
  border: `1px solid ${color.border}`,
  borderRadius: vars.radius.large,
  background: color.surface,
})

export const own = style([post, { alignSelf: 'flex-end', background: color.accentSubtle }])
export const other = style([post, { alignSelf: 'flex-start' }])

export const head = style({
  display: 'flex',
  alignItems: 'flex-start',
  columnGap: vars.space[2],
  fontSize: vars.text[12],
  color: color.textMuted,
})

export const about = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  columnGap: vars.space[2],
  minWidth: 0,
  overflowWrap: 'anywhere',
})
export const author = style({ fontSize: vars.text[14], fontWeight: vars.weight.medium, color: color.text })
export const menu = style({ marginInlineStart: 'auto' })
export const body = style({ margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' })
export const stub = style({ margin: 0, fontStyle: 'italic', color: color.textMuted })

/** Stays at the lower edge while the posts are scrolled. */
export const composer = style({
  position: 'sticky',
  bottom: 0,
  zIndex: 1,
  display: 'grid',
  gap: vars.space[2],
  paddingBlock: vars.space[3],
  borderTop: `1px solid ${color.border}`,
  background: color.canvas,
  '@media': { [media.phone]: { paddingBottom: `calc(${vars.space[3]} + env(safe-area-inset-bottom))` } },
})

export const send = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space[2],
})
export const note = style({ margin: 0, fontSize: vars.text[12], color: color.textMuted })
