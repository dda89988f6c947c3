import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const frame = style({
  overflow: 'auto',
  maxHeight: '75vh',
  background: color.surface,
  border: `1px solid ${color.border}`,
  borderRadius: vars.radius.large,
})

export const table = style({
  borderCollapse: 'separate',
  borderSpacing: 0,
  fontSize: vars.text[14],
})

const line = `1px solid ${color.border}`

export const columnHead = style({
  position: 'sticky',
  top: 0,
  zIndex: 2,
  minWidth: '112px',
  maxWidth: '180px',
  padding: vars.space[2],
  background: color.sunken,
  borderBottom: line,
  borderInlineStart: line,
  color: color.textMuted,
  fontSize: vars.text[12],
  fontWeight: vars.weight.medium,
  textAlign: 'end',
  verticalAlign: 'bottom',
  overflowWrap: 'anywhere',
})

/** The corner and the row headers stay in sight while the rest scrolls. */
export const corner = style([
  columnHead,
  { insetInlineStart: 0, zIndex: 3, textAlign: 'start', borderInlineStart: 'none', minWidth: '140px' },
])

export const rowHead = style({
  position: 'sticky',
  insetInlineStart: 0,
  zIndex: 1,
  padding: `${vars.space[2]} ${vars.space[3]}`,
  background: color.surface,
  borderBottom: line,
  fontWeight: vars.weight.medium,
  textAlign: 'start',
  overflowWrap: 'anywhere',
})

export const muted = style({ display: 'block', color: color.textMuted, fontWeight: vars.weight.regular })

export const cell = style({
  position: 'relative',
  height: vars.control.touch,
  padding: `0 ${vars.space[3]}`,
  borderBottom: line,
  borderInlineStart: line,
  textAlign: 'end',
  fontVariantNumeric: 'tabular-nums',
  cursor: 'cell',
  userSelect: 'none',
  selectors: {
    '&:focus': { outline: `2px solid ${color.accent}`, outlineOffset: '-2px' },
    '&[data-readonly="true"]': { background: color.sunken, cursor: 'default' },
    '&[aria-invalid="true"]': { background: color.redSubtle, color: color.red },
  },
})

export const content = style({
  display: 'flex',
  gap: vars.space[1],
  alignItems: 'center',
  justifyContent: 'flex-end',
})

/** Marks a score with feedback. */
export const said = style({ color: color.textMuted })

/** Text beside the judges' result. */
export const judges = style({ color: color.textMuted, fontSize: vars.text[12], whiteSpace: 'nowrap' })

export const input = style({
  width: '100%',
  minWidth: '56px',
  height: '100%',
  padding: 0,
  border: 0,
  background: 'transparent',
  color: 'inherit',
  font: 'inherit',
  textAlign: 'end',
  outline: 'none',
})

export const editing = style({ outline: `2px solid ${color.accent}`, outlineOffset: '-2px' })

export const conflict = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: vars.space[2],
  alignItems: 'center',
  justifyContent: 'space-between',
})

/** Message and actions of the active cell, below the table. */
export const below = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: vars.space[2],
  alignItems: 'center',
  justifyContent: 'space-between',
})

/** Always rendered, so that a message does not shift the grid. */
export const status = style({ minHeight: '20px', color: color.textMuted, fontSize: vars.text[14] })
export const refused = style([status, { color: color.red }])
