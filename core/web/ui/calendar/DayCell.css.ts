import { style, styleVariants } from '@vanilla-extract/css'
import { color, forcedChosen, media, vars } from '../theme/theme.css.ts'

export const day = style({
  height: '112px',
  padding: '4px',
  verticalAlign: 'top',
  borderTop: `1px solid ${color.border}`,
  selectors: {
    '& + &': { borderInlineStart: `1px solid ${color.border}` },
    '&:has(> [data-day]:focus-visible)': { outline: `2px solid ${color.accentInk}`, outlineOffset: '-2px' },
  },
})

/** Cell of a week, whose days have room. */
export const roomy = style([day, { height: '360px' }])

export const elsewhere = style([day, { background: color.sunken }])

export const number = style({
  display: 'inline-grid',
  placeItems: 'center',
  minWidth: '28px',
  height: '28px',
  padding: '0 4px',
  border: 0,
  borderRadius: vars.radius.full,
  background: 'transparent',
  color: color.text,
  fontSize: vars.text[12],
  cursor: 'pointer',
  outline: 'none',
  selectors: { '&:hover': { background: color.hover }, [`${elsewhere} &`]: { color: color.textMuted } },
})

export const today = style([
  number,
  {
    background: color.accent,
    color: color.accentText,
    fontWeight: vars.weight.semibold,
    ...forcedChosen,
    selectors: { '&:hover': { background: color.accentHover }, [`${elsewhere} &`]: { color: color.accentText } },
  },
])

// Without a least width, what is long is cut off instead of reaching over the next days.
export const events = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: '2px',
  margin: '2px 0 0',
  padding: 0,
  listStyle: 'none',
})

const chipBase = style({
  display: 'flex',
  alignItems: 'baseline',
  gap: vars.space[1],
  width: '100%',
  minHeight: '24px',
  padding: '2px 6px',
  border: 0,
  borderInlineStart: '3px solid',
  borderRadius: '4px',
  color: color.text,
  fontSize: vars.text[12],
  lineHeight: '20px',
  textAlign: 'start',
  textDecoration: 'none',
  cursor: 'pointer',
  selectors: {
    [`${roomy} &`]: { flexDirection: 'column', gap: 0, lineHeight: '16px', padding: '4px 6px' },
    '&:hover, &[data-hovered]': { background: color.hover },
    '&[data-focus-visible], &:focus-visible': { outline: `2px solid ${color.accentInk}` },
  },
  // Beside the time nothing of a title would be left.
  '@media': { [media.belowSidebar]: { flexDirection: 'column', gap: 0, lineHeight: '16px' } },
})

export const chip = styleVariants({
  neutral: [chipBase, { background: color.hover, borderColor: color.borderStrong }],
  accent: [chipBase, { background: color.accentSubtle, borderColor: color.accent }],
  purple: [chipBase, { background: color.purpleSubtle, borderColor: color.purple }],
  green: [chipBase, { background: color.greenSubtle, borderColor: color.green }],
  red: [chipBase, { background: color.redSubtle, borderColor: color.red }],
  blue: [chipBase, { background: color.blueSubtle, borderColor: color.blue }],
  amber: [chipBase, { background: color.amberSubtle, borderColor: color.amber }],
})

export const time = style({ flexShrink: 0 })

export const title = style({
  minWidth: 0,
  maxWidth: '100%',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  fontWeight: vars.weight.medium,
  selectors: { [`${roomy} &`]: { whiteSpace: 'normal', overflowWrap: 'anywhere' } },
})

/** Place and people of an event, where there is room to show them. */
export const details = style({
  display: 'none',
  color: color.textMuted,
  overflowWrap: 'anywhere',
  selectors: { [`${roomy} &`]: { display: 'block', maxWidth: '100%' } },
})

export const struck = style([title, { textDecoration: 'line-through' }])

export const more = style({
  minHeight: '24px',
  padding: '2px 6px',
  border: 0,
  borderRadius: '4px',
  background: 'transparent',
  color: color.textMuted,
  fontSize: vars.text[12],
  cursor: 'pointer',
  selectors: { '&:hover': { background: color.hover, color: color.text } },
})
