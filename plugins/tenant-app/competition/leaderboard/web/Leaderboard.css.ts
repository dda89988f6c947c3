import { style, styleVariants } from '@vanilla-extract/css'
import { color, media, vars } from '#core/web/ui/theme/theme.css.ts'

export const toggle = style({ display: 'flex', gap: vars.space[1] })

export const list = style({ display: 'grid', margin: 0, padding: 0, listStyle: 'none' })

const entry = style({
  display: 'grid',
  gridTemplateColumns: '48px 40px minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: vars.space[3],
  padding: `${vars.space[3]} ${vars.space[4]}`,
  borderBottom: `1px solid ${color.border}`,
  selectors: { '&:last-child': { borderBottom: 0 } },
  '@media': { [media.phone]: { gridTemplateColumns: '36px minmax(0, 1fr) auto', gap: vars.space[2] } },
})

export const entries = styleVariants({
  usual: [entry],
  top: [entry, { background: color.amberSubtle }],
  own: [entry, { background: color.accentSubtle }],
})

export const rank = style({
  display: 'flex',
  justifyContent: 'center',
  fontWeight: vars.weight.semibold,
  fontVariantNumeric: 'tabular-nums',
})
export const gold = style({ color: color.amber })
export const silver = style({ color: color.textMuted })
export const bronze = style({ color: color.red })

export const picture = style({
  width: '36px',
  height: '36px',
  borderRadius: vars.radius.full,
  objectFit: 'cover',
})
export const face = style({ '@media': { [media.phone]: { display: 'none' } } })

export const who = style({ minWidth: 0, overflowWrap: 'anywhere' })
export const name = style({ fontWeight: vars.weight.medium })
export const facts = style({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: vars.space[3],
  color: color.textMuted,
})
// On the color of the first three the muted text would be too pale.
export const factsOnColor = style([facts, { color: color.text }])

export const points = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: vars.space[2],
  fontVariantNumeric: 'tabular-nums',
  '@media': { [media.phone]: { flexDirection: 'column', alignItems: 'flex-end' } },
})
export const total = style({ fontWeight: vars.weight.semibold, whiteSpace: 'nowrap' })

export const more = style({ display: 'flex', justifyContent: 'center', padding: vars.space[4] })
export const skeleton = style({ padding: `${vars.space[3]} ${vars.space[4]}` })

export const note = style({ color: color.textMuted })
export const lead = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: vars.space[3] })
export const narrow = style({ display: 'grid', gap: vars.space[6], maxWidth: '760px' })
export const address = style({ overflowWrap: 'anywhere', fontFamily: vars.font.mono })
