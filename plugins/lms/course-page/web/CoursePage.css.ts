import { style } from '@vanilla-extract/css'
import { color, media, vars } from '#core/web/ui/theme/theme.css.ts'

const wide = '(min-width: 1000px)'
const narrow = '(max-width: 999px)'

export const head = style({
  display: 'grid',
  gap: vars.space[4],
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  '@media': { [wide]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 300px)' } },
})

/** Hides the outline on narrow screens while a lesson is open. */
export const behind = style({ '@media': { [narrow]: { display: 'none' } } })

export const columns = style({
  display: 'grid',
  gap: vars.space[6],
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  '@media': { [wide]: { gridTemplateColumns: 'minmax(0, 360px) minmax(0, 1fr)' } },
})

export const outline = style({
  display: 'grid',
  gap: vars.space[4],
  gridTemplateColumns: 'minmax(0, 1fr)',
  minWidth: 0,
})

export const lesson = style({ minWidth: 0 })

export const badges = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: vars.space[2] })

export const facts = style({ color: color.textMuted })

export const text = style({ display: 'grid', gap: vars.space[3], overflowWrap: 'anywhere' })

export const description = style({ margin: 0, whiteSpace: 'pre-line' })

export const pointsTitle = style({
  margin: 0,
  marginBottom: vars.space[1],
  fontSize: vars.text[14],
  fontWeight: vars.weight.semibold,
})

export const points = style({ display: 'grid', gap: vars.space[1], margin: 0, paddingInlineStart: vars.space[5] })

export const quiet = style({ margin: 0, color: color.textMuted })

export const earned = style([quiet, { display: 'flex', alignItems: 'center', gap: vars.space[2] }])

export const lessonHead = style({ display: 'grid', gap: vars.space[1] })

// Keeps it clear of the bar above the page when it is scrolled to.
export const lessonTitle = style({
  margin: 0,
  fontSize: vars.text[20],
  overflowWrap: 'anywhere',
  scrollMarginBlock: 96,
})

export const toOutline = style({
  display: 'none',
  '@media': { [narrow]: { display: 'block' } },
})

export const steps = style({ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: vars.space[2] })

export const reasons = style({ display: 'grid', gap: vars.space[2], listStyle: 'none', margin: 0, padding: 0 })

/** Shown only on devices with a keyboard. */
export const keys = style({
  margin: 0,
  color: color.textMuted,
  fontSize: vars.text[12],
  '@media': { [media.phone]: { display: 'none' } },
})
