import { style, styleVariants } from '@vanilla-extract/css'
import { color, media, vars } from '#core/web/ui/theme/theme.css.ts'

/*
 * Everything is measured in `em` of the screen: one is a hundredth of the longer side of a 16:9 screen, 38 px on 4K. What
 * has to be read from four metres is 1.8 em high or more, some 20 mm on a screen of 55 inches.
 */
const screen = style({
  display: 'flex',
  flexDirection: 'column',
  gap: '1.2em',
  minHeight: '100dvh',
  padding: '1.6em 2.4em',
  background: color.canvas,
  color: color.text,
  lineHeight: 1.2,
})

export const screens = styleVariants({
  landscape: [screen, { fontSize: 'max(8px, min(1vw, 1.78vh))' }],
  portrait: [screen, { fontSize: 'max(8px, min(1.78vw, 1vh))' }],
})

export const overlay = style({ position: 'fixed', inset: 0, zIndex: 100, overflow: 'auto', background: color.canvas })

export const head = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '1em 2em' })
export const titles = style({ flex: '1 1 auto', minWidth: 0, overflowWrap: 'anywhere' })
export const title = style({ margin: 0, fontSize: '2.6em', lineHeight: 1.1 })
export const subtitle = style({ fontSize: '1.8em', color: color.textMuted })
export const updated = style({ fontSize: '1.4em', color: color.textMuted })

export const podium = style({
  display: 'flex',
  alignItems: 'flex-end',
  justifyContent: 'center',
  gap: '1.6em',
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '@media': { [media.phone]: { flexDirection: 'column', alignItems: 'stretch' } },
})

const step = style({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: '0.5em',
  flex: '1 1 0',
  minWidth: 0,
  maxWidth: '30em',
  padding: '1em',
  borderRadius: '1em',
  border: `0.15em solid ${color.border}`,
  textAlign: 'center',
  '@media': { [media.phone]: { maxWidth: 'none' } },
})

const below = { '@media': { [media.phone]: { order: 0 } } }

// The second place is left of the first, the third right of it; the DOM has them in order.
export const steps = [
  style([
    step,
    { order: 2, background: color.amberSubtle, borderColor: color.amberBorder, paddingBlock: '1.6em 2.6em' },
  ]),
  style([step, { order: 1, background: color.surface, paddingBlock: '1em 1.8em', ...below }]),
  style([step, { order: 3, background: color.surface, paddingBlock: '1em', ...below }]),
] as const

export const place = style({ display: 'flex', alignItems: 'center', gap: '0.3em', fontSize: '2.4em' })
export const champion = style({ fontSize: '3.2em', fontWeight: vars.weight.semibold, overflowWrap: 'anywhere' })
export const score = style({ fontSize: '2.4em' })

const grid = style({
  display: 'grid',
  // Fills the rest of the screen with any number of entries.
  flex: '1 1 auto',
  alignContent: 'space-evenly',
  gap: '0.8em 1.6em',
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '@media': { [media.phone]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
})

export const grids = styleVariants({
  landscape: [grid, { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' }],
  portrait: [grid, { gridTemplateColumns: 'minmax(0, 1fr)' }],
})

export const entry = style({
  display: 'grid',
  gridTemplateColumns: '2.2em minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: '0.5em',
  padding: '0.5em 0.6em',
  fontSize: '2em',
  borderRadius: '0.4em',
  background: color.surface,
  border: `1px solid ${color.border}`,
})
export const rank = style({ fontWeight: vars.weight.semibold, color: color.accentInk })
export const name = style({ overflowWrap: 'anywhere' })
export const points = style({ fontWeight: vars.weight.semibold, fontVariantNumeric: 'tabular-nums' })
export const unit = style({ fontSize: '0.6em', fontWeight: vars.weight.regular })

export const message = style({
  display: 'grid',
  placeContent: 'center',
  flex: 1,
  minHeight: '50dvh',
  fontSize: '2em',
  textAlign: 'center',
  textWrap: 'balance',
})
