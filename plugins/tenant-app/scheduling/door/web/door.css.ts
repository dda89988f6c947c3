import { style } from '@vanilla-extract/css'
import { color, media, vars } from '#core/web/ui/theme/theme.css.ts'

export const stack = style({ display: 'grid', gap: vars.space[4] })

export const counts = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[4], alignItems: 'baseline' })
export const here = style({
  fontSize: vars.text[28],
  fontWeight: vars.weight.semibold,
  fontVariantNumeric: 'tabular-nums',
})
export const muted = style({ color: color.textMuted, fontSize: vars.text[14] })

export const list = style({ margin: 0, padding: 0, listStyle: 'none' })

export const row = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: vars.space[2],
  alignItems: 'center',
  padding: `${vars.space[2]} ${vars.space[4]}`,
  borderBottom: `1px solid ${color.border}`,
  selectors: { '&:last-child': { borderBottom: 'none' } },
  '@media': { [media.phone]: { padding: `${vars.space[2]} ${vars.space[3]}` } },
})

export const name = style({ display: 'grid', gap: vars.space[1], minWidth: 0, overflowWrap: 'anywhere' })

/** Large enough for a thumb. */
export const act = style({ minWidth: '104px', minHeight: vars.control.touch })

/** Seen in any light and where the system chooses the colors: icon and words say it as well. */
export const barred = style({ color: color.red, fontSize: vars.text[14], fontWeight: vars.weight.medium })

export const people = style({ display: 'grid', gap: vars.space[2] })

export const person = style({
  display: 'flex',
  gap: vars.space[3],
  alignItems: 'center',
  minHeight: '64px',
  padding: `${vars.space[2]} ${vars.space[3]}`,
  border: `1px solid ${color.borderStrong}`,
  borderRadius: vars.radius.small,
  background: color.surface,
  color: color.text,
  font: 'inherit',
  textAlign: 'start',
  cursor: 'pointer',
  selectors: { '&:disabled': { color: color.textMuted, cursor: 'default' } },
})

export const photo = style({ flexShrink: 0, width: '48px', height: '48px', borderRadius: '50%', objectFit: 'cover' })
export const words = style({ display: 'grid', minWidth: 0, overflowWrap: 'anywhere' })
