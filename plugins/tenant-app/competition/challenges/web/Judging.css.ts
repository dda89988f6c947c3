import { style, globalStyle } from '@vanilla-extract/css'
import { color, forcedChosen, forcedOutline, media, vars } from '#core/web/ui/theme/theme.css.ts'

const NARROW = '(max-width: 899px)'

/** The students beside the sheet; on phones and narrow tablets one of the two at a time. */
export const page = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(240px, 320px) minmax(0, 1fr)',
  gap: vars.space[4],
  alignItems: 'start',
  '@media': { [NARROW]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
})

export const students = style({
  display: 'grid',
  gap: vars.space[3],
  '@media': { [NARROW]: { selectors: { '[data-chosen="true"] > &': { display: 'none' } } } },
})

export const sheet = style({
  display: 'grid',
  gap: vars.space[3],
  minWidth: 0,
  '@media': { [NARROW]: { selectors: { '[data-chosen="false"] > &': { display: 'none' } } } },
})

export const back = style({ display: 'none', '@media': { [NARROW]: { display: 'block' } } })

export const list = style({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  background: color.surface,
  border: `1px solid ${color.border}`,
  borderRadius: vars.radius.large,
})

export const item = style({
  position: 'relative',
  display: 'flex',
  flexWrap: 'wrap',
  gap: vars.space[2],
  alignItems: 'center',
  justifyContent: 'space-between',
  minHeight: vars.control.touch,
  padding: `${vars.space[2]} ${vars.space[3]}`,
  borderBottom: `1px solid ${color.border}`,
  fontSize: vars.text[14],
  overflowWrap: 'anywhere',
  selectors: {
    '&:last-child': { borderBottom: 'none' },
    '&[data-chosen="true"]': { background: color.sunken, ...forcedOutline },
  },
})

// Makes the whole row a target.
globalStyle(`${item} a::after`, { content: "''", position: 'absolute', inset: 0 })

export const state = style({
  display: 'flex',
  gap: vars.space[2],
  alignItems: 'center',
  color: color.textMuted,
  fontSize: vars.text[12],
})

export const form = style({ display: 'grid', gap: vars.space[4] })

export const criterion = style({ minWidth: 0, margin: 0, padding: 0, border: 0 })
export const legend = style({ marginBottom: vars.space[2], padding: 0, fontWeight: vars.weight.medium })
export const weight = style({ color: color.textMuted, fontWeight: vars.weight.regular, fontSize: vars.text[14] })

export const choices = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[1] })

export const choice = style({
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  minWidth: vars.control.touch,
  minHeight: vars.control.touch,
  border: `1px solid ${color.borderStrong}`,
  borderRadius: vars.radius.small,
  background: color.surface,
  color: color.text,
  cursor: 'pointer',
  selectors: {
    '&:has(:checked)': {
      background: color.accent,
      borderColor: color.accent,
      color: color.accentText,
      ...forcedChosen,
    },
    '&:has(:focus-visible)': { outline: `2px solid ${color.accentInk}`, outlineOffset: '2px' },
    '&:has(:disabled)': { cursor: 'default', opacity: 0.6 },
  },
})

/** Covers the whole target, invisibly. */
export const radio = style({
  position: 'absolute',
  inset: 0,
  width: '100%',
  height: '100%',
  margin: 0,
  opacity: 0,
  cursor: 'inherit',
})

export const own = style({ margin: 0, fontWeight: vars.weight.medium })
export const actions = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[2] })
export const result = style({ margin: 0, fontSize: vars.text[16], fontWeight: vars.weight.semibold })
export const missing = style({ margin: 0, color: color.textMuted, fontSize: vars.text[14] })

export const frame = style({ overflowX: 'auto' })
export const table = style({
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: vars.text[14],
  '@media': { [media.phone]: { fontSize: vars.text[12] } },
})
export const caption = style({ paddingBottom: vars.space[2], textAlign: 'start', fontWeight: vars.weight.medium })
globalStyle(`${table} th, ${table} td`, {
  padding: vars.space[2],
  borderTop: `1px solid ${color.border}`,
  fontWeight: vars.weight.regular,
  textAlign: 'end',
  overflowWrap: 'anywhere',
})
globalStyle(`${table} td`, { fontVariantNumeric: 'tabular-nums' })
globalStyle(`${table} th:first-child`, { textAlign: 'start' })
