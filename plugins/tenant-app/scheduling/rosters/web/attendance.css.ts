import { style, styleVariants } from '@vanilla-extract/css'
import { color, forcedChosen, forcedOutline, media, vars } from '#core/web/ui/theme/theme.css.ts'

const hiddenOnPhone = { '@media': { [media.phone]: { display: 'none' } } } as const

/** On phones the list fills the width, and its actions are in reach of the thumb. */
export const stack = style({
  display: 'grid',
  gap: vars.space[3],
  '@media': { [media.phone]: { gap: 0, marginInline: '-16px' } },
})

/** Container of a register, only whose list fills the width. On phones it begins right below the tabs. */
export const around = style({
  display: 'grid',
  gap: vars.space[3],
  '@media': { [media.phone]: { gap: 0, marginTop: '-12px' } },
})

/** Fields and banners around the list. */
export const aside = style({ '@media': { [media.phone]: { padding: '8px 16px' } } })

/** Fields that follow the list on phones, so that it begins high on the screen. */
export const below = style([aside, { '@media': { [media.phone]: { order: 3 } } }])

export const legend = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: `2px ${vars.space[3]}`,
  alignItems: 'center',
  color: color.textMuted,
  fontSize: vars.text[12],
  lineHeight: '20px',
  '@media': { [media.phone]: { gap: `0 ${vars.space[2]}`, padding: '0 12px' } },
})
export const legendItem = style({ display: 'inline-flex', gap: '3px', alignItems: 'center' })
export const key = style([
  hiddenOnPhone,
  {
    padding: '0 4px',
    border: `1px solid ${color.border}`,
    borderRadius: '3px',
    font: 'inherit',
  },
])

export const acts = style({
  '@media': {
    [media.phone]: {
      position: 'sticky',
      bottom: 'var(--trellis-bottom-bar, 0px)',
      zIndex: 2,
      order: 2,
      padding: '8px 12px',
      borderTop: `1px solid ${color.border}`,
      background: color.surface,
    },
  },
})

export const count = style({ color: color.textMuted, fontSize: vars.text[14], fontVariantNumeric: 'tabular-nums' })

export const list = style({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  border: `1px solid ${color.border}`,
  borderRadius: vars.radius.large,
  background: color.surface,
  '@media': { [media.phone]: { borderInline: 'none', borderRadius: 0 } },
})

export const row = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  columnGap: vars.space[2],
  alignItems: 'center',
  padding: `6px ${vars.space[4]}`,
  borderBottom: `1px solid ${color.border}`,
  // Keeps a focused row clear of the bar below the list.
  scrollMarginBlock: '72px',
  ':last-child': { borderBottom: 'none' },
  '@media': { [media.phone]: { padding: '4px 4px 4px 12px' } },
})

export const name = style({ minWidth: 0, lineHeight: '20px', overflowWrap: 'anywhere', fontWeight: vars.weight.medium })
export const note = style({ color: color.textMuted, fontSize: vars.text[12], lineHeight: '16px' })
export const known = style({
  gridColumn: '1 / -1',
  display: 'grid',
  justifyItems: 'start',
  gap: '2px',
  ':empty': { display: 'none' },
})

export const side = style({ display: 'flex', gap: vars.space[1], alignItems: 'center' })
export const marks = style({ display: 'flex', gap: vars.space[1] })

const chosen = (ink: string, ground: string, edge: string) => ({
  '&[aria-pressed="true"]': {
    background: ground,
    color: ink,
    boxShadow: `inset 0 0 0 2px ${edge}`,
    borderColor: 'transparent',
    ...forcedChosen,
  },
})

const markBase = style({
  display: 'inline-flex',
  gap: '6px',
  alignItems: 'center',
  justifyContent: 'center',
  minWidth: vars.control.touch,
  minHeight: vars.control.touch,
  padding: `0 ${vars.space[3]}`,
  border: `1px solid ${color.borderStrong}`,
  borderRadius: vars.radius.small,
  background: color.surface,
  color: color.textMuted,
  font: 'inherit',
  fontSize: vars.text[14],
  cursor: 'pointer',
  selectors: {
    '&:disabled': { cursor: 'default', opacity: 0.6 },
    '&[data-suggested]': { boxShadow: `inset 0 0 0 1px ${color.accent}`, borderStyle: 'dashed', ...forcedOutline },
  },
  '@media': { [media.phone]: { minWidth: '42px', padding: 0 } },
})

/** Kinds of attendance differ by icon, by the shape of the selected one, and by color. */
export const mark = styleVariants({
  present: [markBase, { selectors: chosen(color.surface, color.green, color.green) }],
  late: [markBase, { borderRadius: vars.radius.full, selectors: chosen(color.amber, color.amberSubtle, color.amber) }],
  absent: [markBase, { borderRadius: '2px', selectors: chosen(color.onRedFill, color.redFill, color.redFill) }],
  excused: [markBase, { borderStyle: 'dotted', selectors: chosen(color.text, color.hover, color.borderStrong) }],
})

/** Label of the attendance; phones show the icon only, explained by the legend above the list. */
export const label = style({
  '@media': {
    [media.phone]: {
      position: 'absolute',
      width: '1px',
      height: '1px',
      overflow: 'hidden',
      clipPath: 'inset(50%)',
      whiteSpace: 'nowrap',
    },
  },
})

const strip = style({
  display: 'flex',
  gap: '6px',
  alignItems: 'flex-start',
  padding: '2px 6px',
  borderRadius: vars.radius.small,
  fontSize: vars.text[12],
  lineHeight: '18px',
  overflowWrap: 'anywhere',
  ...forcedOutline,
})
export const stripIcon = style({ flexShrink: 0, marginTop: '2px' })

export const tone = styleVariants({
  none: [strip, { background: color.hover, color: color.text }],
  low: [strip, { background: color.hover, color: color.text }],
  medium: [strip, { background: color.amberSubtle, color: color.amber }],
  high: [strip, { background: color.redSubtle, color: color.red }],
  barred: [strip, { background: color.redSubtle, color: color.red, fontWeight: vars.weight.semibold }],
  quiet: [strip, { padding: 0, color: color.textMuted }],
})
