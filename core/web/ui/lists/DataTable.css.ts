import { globalStyle, style } from '@vanilla-extract/css'
import { titleLink } from '../layout/Card.css.ts'
import { color, media, vars } from '../theme/theme.css.ts'

/** Between phone and wide screens, where columns may not fit: the sidebar leaves 776 px of 1024. */
export const scrolling = 'screen and (min-width: 640px) and (max-width: 1279.98px)'

/** Before what stays in sight: what scrolls under it fades instead of being cut. */
const fading = {
  content: '',
  position: 'absolute',
  insetBlock: 0,
  insetInlineEnd: '100%',
  width: '24px',
  // The color of the cell, which differs in rows that are chosen or pointed at.
  background: 'inherit',
  maskImage: 'linear-gradient(to right, transparent, black)',
  pointerEvents: 'none',
} as const

export const frame = style({
  background: color.surface,
  border: `1px solid ${color.border}`,
  borderRadius: vars.radius.large,
  // 'clip' instead of 'hidden': a hidden overflow would be what the sticky header sticks to.
  overflow: 'clip',
  '@media': { [media.phone]: { background: 'transparent', border: 0, borderRadius: 0, overflow: 'visible' } },
})

/** Scrolls sideways between phone and wide screens where columns do not fit; the header then no longer sticks. */
export const scroller = style({
  '@media': {
    [scrolling]: { overflowX: 'auto' },
  },
})

export const table = style({
  width: '100%',
  borderCollapse: 'separate',
  borderSpacing: 0,
  fontSize: vars.text[14],
  lineHeight: '20px',
  '@media': { [media.phone]: { display: 'block' } },
})

export const head = style({ '@media': { [media.phone]: { display: 'none' } } })

export const headCell = style({
  position: 'sticky',
  top: 'var(--trellis-sticky-top, 0px)',
  zIndex: 2,
  padding: '0 12px',
  height: '40px',
  background: color.sunken,
  borderBottom: `1px solid ${color.border}`,
  color: color.textMuted,
  fontSize: vars.text[12],
  fontWeight: vars.weight.medium,
  textAlign: 'start',
  whiteSpace: 'nowrap',
  selectors: { '&:first-child': { paddingInlineStart: '20px' }, '&:last-child': { paddingInlineEnd: '20px' } },
})

/** Over the menus, which stay in sight while the rest scrolls under them. */
export const headActions = style({ textAlign: 'end', '@media': { [scrolling]: { insetInlineEnd: 0 } } })

/** Numbers and their headers. */
export const end = style({})

export const sortButton = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: vars.space[1],
  minHeight: '28px',
  margin: '0 -6px',
  padding: '0 6px',
  border: 0,
  borderRadius: vars.radius.small,
  background: 'transparent',
  color: 'inherit',
  fontWeight: 'inherit',
  cursor: 'pointer',
  selectors: {
    // The arrow before the words, so that these stand over the numbers.
    [`${end} > &`]: { flexDirection: 'row-reverse' },
    '&:hover, [aria-sort] > &': { color: color.text },
    '&:focus-visible': { outlineOffset: '-2px' },
  },
})

export const unsorted = style({
  opacity: 0,
  selectors: { 'button:hover > &, button:focus-visible > &': { opacity: 0.6 } },
})

export const body = style({
  '@media': { [media.phone]: { display: 'flex', flexDirection: 'column', gap: vars.space[3] } },
})

/** Holds the link that covers it: WebKit ignores `position` of table rows, but not `transform`. */
export const row = style({
  transform: 'translate(0)',
  '@media': {
    [media.phone]: {
      display: 'flex',
      flexDirection: 'column',
      gap: vars.space[2],
      padding: vars.space[4],
      background: color.surface,
      border: `1px solid ${color.border}`,
      borderRadius: vars.radius.large,
    },
  },
})

export const acting = style({
  transition: `background ${vars.duration.fast}`,
  selectors: { '&:hover': { background: color.hover } },
})

export const cell = style({
  padding: '12px',
  borderBottom: `1px solid ${color.border}`,
  verticalAlign: 'middle',
  textAlign: 'start',
  fontWeight: vars.weight.regular,
  overflowWrap: 'anywhere',
  selectors: {
    '&:first-child': { paddingInlineStart: '20px' },
    '&:last-child': { paddingInlineEnd: '20px' },
    'tr:last-child > &': { borderBottom: 0 },
  },
  '@media': {
    // Keeps words whole when the table scrolls sideways.
    [scrolling]: { paddingInline: vars.space[2], overflowWrap: 'normal' },
    [media.phone]: {
      display: 'flex',
      justifyContent: 'space-between',
      gap: vars.space[4],
      padding: '0 !important',
      border: 0,
      textAlign: 'end',
      selectors: {
        '&[data-label]::before': {
          content: 'attr(data-label)',
          flexShrink: 0,
          color: color.textMuted,
          textAlign: 'start',
        },
      },
    },
  },
})

// A number is not broken in two.
globalStyle(`${end}${end}`, { textAlign: 'end', overflowWrap: 'normal', fontVariantNumeric: 'tabular-nums' })
// A skeleton is a block: it moves to the end by its margin.
globalStyle(`${end} > [aria-hidden]`, { marginInlineStart: 'auto' })

export const primary = style({
  fontWeight: vars.weight.medium,
  '@media': {
    // Names are broken between their words at most, whatever the cell's own parts would allow.
    [scrolling]: { minWidth: '160px' },
    [media.phone]: { paddingInlineEnd: '48px !important', fontSize: vars.text[16], textAlign: 'start', order: -1 },
  },
})

/** The main act of a row: its link or button covers all of it. */
export const rowLink = style([
  titleLink,
  {
    padding: 0,
    border: 0,
    background: 'transparent',
    font: 'inherit',
    textAlign: 'start',
    cursor: 'pointer',
    selectors: { '&[data-focus-visible]::after': { outlineOffset: '-2px' } },
  },
])

export const actions = style({
  width: '1px',
  paddingBlock: '4px',
  textAlign: 'end',
  whiteSpace: 'nowrap',
  '@media': {
    // The menu stays in sight while the rest scrolls under it.
    [scrolling]: { position: 'sticky', insetInlineEnd: 0, zIndex: 1, background: color.surface, '::before': fading },
    [media.phone]: { position: 'absolute', top: vars.space[2], insetInlineEnd: vars.space[2], width: 'auto' },
  },
})

/** The checkbox at the row's start; on phones in the corner of the card, whose title makes room. */
export const choice = style({
  width: '1px',
  paddingBlock: '4px',
  paddingInlineEnd: '4px',
  lineHeight: 0,
  '@media': {
    [media.phone]: { position: 'absolute', top: vars.space[3], insetInlineStart: vars.space[4], width: 'auto' },
  },
})

globalStyle(`${row}[data-selected]`, { background: color.accentSubtle })
globalStyle(`${row}[data-selected] > ${actions}`, { '@media': { [scrolling]: { background: color.accentSubtle } } })
globalStyle(`${choice} ~ ${primary}`, { '@media': { [media.phone]: { paddingInlineStart: '32px !important' } } })

/** Above the link that covers the row. */
export const raised = style({ position: 'relative', zIndex: 1, display: 'inline-flex' })
export const wide = style({ padding: 0, border: 0, '@media': { [media.phone]: { display: 'block' } } })
export const footer = style({
  padding: '12px 20px',
  borderTop: `1px solid ${color.border}`,
  '@media': { [media.phone]: { padding: '12px 0 0', border: 0 } },
})
