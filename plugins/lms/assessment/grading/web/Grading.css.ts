import { globalStyle, style } from '@vanilla-extract/css'
import { color, forcedChosen, forcedOutline, vars } from '#core/web/ui/theme/theme.css.ts'

const NARROW = '(max-width: 899px)'
/** Width at which the queue is beside the work. */
export const WIDE = '(min-width: 900px)'

/** Places the queue beside the work; phones and narrow tablets show one of the two at a time. */
export const page = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(220px, 280px) minmax(0, 1fr)',
  gap: vars.space[4],
  alignItems: 'start',
  outline: 'none',
  '@media': { [NARROW]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
})

export const filters = style({
  gridColumn: '1 / -1',
  '@media': { [NARROW]: { selectors: { '[data-open="true"] > &': { display: 'none' } } } },
})

export const queue = style({
  display: 'grid',
  gap: vars.space[3],
  minWidth: 0,
  '@media': { [NARROW]: { selectors: { '[data-open="true"] > &': { display: 'none' } } } },
})

export const open = style({
  display: 'grid',
  gap: vars.space[3],
  minWidth: 0,
  '@media': { [NARROW]: { selectors: { '[data-open="false"] > &': { display: 'none' } } } },
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
  display: 'grid',
  gap: vars.space[1],
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

// The whole row is the link.
globalStyle(`${item} a::after`, { content: "''", position: 'absolute', inset: 0 })

export const quiet = style({ margin: 0, color: color.textMuted, fontSize: vars.text[14] })
export const badges = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[1], alignItems: 'center' })

/** Places the submission beside its grade, where both have room. */
export const desk = style({
  display: 'grid',
  gap: vars.space[4],
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  '@media': { '(min-width: 1280px)': { gridTemplateColumns: 'minmax(0, 1fr) minmax(320px, 380px)' } },
})

export const head = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: vars.space[2],
  alignItems: 'center',
  justifyContent: 'space-between',
})

export const title = style({ margin: 0, fontSize: vars.text[20], overflowWrap: 'anywhere' })
export const text = style({ margin: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere' })

export const form = style({ display: 'grid', gap: vars.space[4] })

export const criterion = style({
  display: 'grid',
  gap: vars.space[2],
  paddingInlineStart: vars.space[3],
  borderInlineStart: `3px solid ${color.border}`,
  selectors: { '&[data-current="true"]': { borderInlineStartColor: color.accent } },
})

export const criterionTitle = style({ margin: 0, fontSize: vars.text[14], fontWeight: vars.weight.semibold })

export const levels = style({ display: 'grid', gap: vars.space[1] })

export const level = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  gap: vars.space[2],
  alignItems: 'center',
  minHeight: vars.control.medium,
  padding: `${vars.space[1]} ${vars.space[2]}`,
  border: `1px solid ${color.borderStrong}`,
  borderRadius: vars.radius.small,
  background: color.surface,
  color: color.text,
  font: 'inherit',
  fontSize: vars.text[14],
  textAlign: 'start',
  cursor: 'pointer',
  '@media': { '(pointer: coarse)': { minHeight: vars.control.touch } },
  selectors: {
    '&[aria-pressed="true"]': {
      background: color.accent,
      borderColor: color.accent,
      color: color.accentText,
      ...forcedChosen,
    },
    '&:focus-visible': { outline: `2px solid ${color.accentInk}`, outlineOffset: '2px' },
  },
})

export const levelWords = style({ display: 'grid', overflowWrap: 'anywhere' })
export const levelNote = style({ fontSize: vars.text[12] })
export const key = style({
  minWidth: '20px',
  paddingInline: vars.space[1],
  border: '1px solid currentColor',
  borderRadius: vars.radius.small,
  fontFamily: vars.font.mono,
  fontSize: vars.text[12],
  textAlign: 'center',
})

export const sum = style({ margin: 0, fontWeight: vars.weight.semibold })
export const actions = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[2] })
export const comments = style({ display: 'grid', gap: vars.space[2], margin: 0, padding: 0, listStyle: 'none' })
export const comment = style({
  display: 'flex',
  gap: vars.space[2],
  alignItems: 'center',
  justifyContent: 'space-between',
})

export const keys = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: `${vars.space[2]} ${vars.space[4]}`,
  margin: 0,
})
globalStyle(`${keys} dd`, { margin: 0 })

export const problem = style({ margin: 0, color: color.red, fontSize: vars.text[14] })
