import { style } from '@vanilla-extract/css'
import { color, media, vars } from '../theme/theme.css.ts'

/** One panel: the gaps show its border color, as lines between the figures. */
export const grid = style({
  display: 'grid',
  gap: '1px',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(160px, 100%), 1fr))',
  overflow: 'clip',
  border: `1px solid ${color.border}`,
  borderRadius: vars.radius.large,
  background: color.border,
  '@media': { [media.phone]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
})

export const stat = style({
  position: 'relative',
  minWidth: 0,
  padding: `${vars.space[3]} ${vars.space[4]}`,
  background: color.surface,
  transition: `background ${vars.duration.fast}`,
  // The last of an odd number fills its row on phones.
  '@media': { [media.phone]: { selectors: { '&:last-child:nth-child(odd)': { gridColumn: '1 / -1' } } } },
})

export const pressable = style({ selectors: { '&:hover': { background: color.hover } } })

export const label = style({
  fontSize: vars.text[12],
  lineHeight: '16px',
  color: color.textMuted,
  fontWeight: vars.weight.medium,
})

/** Covers its figure, with the mark of the focus inside of it: the panel cuts off what is outside. */
export const cover = style({
  padding: 0,
  border: 'none',
  outline: 'none',
  background: 'none',
  font: 'inherit',
  color: 'inherit',
  textAlign: 'start',
  textDecoration: 'none',
  cursor: 'pointer',
  selectors: {
    '&::after': { content: '', position: 'absolute', inset: 0 },
    '&[data-focus-visible]::after': { outline: `2px solid ${color.accentInk}`, outlineOffset: '-2px' },
  },
})

/** A figure and, where there is room, its change on the same line. */
export const line = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  columnGap: vars.space[2],
})

export const value = style({
  minHeight: '28px',
  fontSize: vars.text[20],
  fontWeight: vars.weight.semibold,
  lineHeight: '28px',
  letterSpacing: '-0.01em',
  overflowWrap: 'anywhere',
})

export const help = style({ fontSize: vars.text[12], lineHeight: '16px', color: color.textMuted })
