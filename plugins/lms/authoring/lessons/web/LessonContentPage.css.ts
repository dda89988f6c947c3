import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

const wide = 'screen and (min-width: 1280px)'

/** The text, and the kind's details beside it. */
export const columns = style({
  display: 'grid',
  gap: vars.space[6],
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  '@media': { [wide]: { gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr)' } },
})

export const whole = style({ display: 'grid', gap: vars.space[6], gridTemplateColumns: 'minmax(0, 1fr)' })

export const progress = style({ fontSize: vars.text[14], color: color.textMuted })
export const failed = style([progress, { color: color.red }])

export const unfinished = style({ margin: 0, paddingInlineStart: vars.space[5] })

/** Two versions of one lesson. */
export const versions = style({
  display: 'grid',
  gap: vars.space[5],
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 320px), 1fr))',
  alignItems: 'start',
})

export const version = style({
  minWidth: 0,
  maxHeight: '60vh',
  padding: vars.space[4],
  overflowY: 'auto',
  border: `1px solid ${color.border}`,
  borderRadius: vars.radius.large,
  background: color.surface,
})

export const bar = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[2] })

export const preview = style({
  padding: vars.space[6],
  border: `1px solid ${color.border}`,
  borderRadius: vars.radius.large,
  background: color.surface,
})

/** Links to the previous and next lesson. */
export const steps = style({ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: vars.space[2] })
