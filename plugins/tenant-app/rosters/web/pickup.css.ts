import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const people = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(220px, 1fr))',
  gap: vars.space[2],
})

export const label = style({ gridColumn: '1 / -1', color: color.textMuted, fontSize: vars.text[14] })

/** Large enough for a thumb at the door, with a child on the other hand. */
export const person = style({
  display: 'flex',
  gap: vars.space[3],
  alignItems: 'center',
  minHeight: '72px',
  padding: vars.space[3],
  border: `1px solid ${color.borderStrong}`,
  borderRadius: vars.radius.small,
  background: color.surface,
  color: color.text,
  font: 'inherit',
  textAlign: 'start',
  cursor: 'pointer',
  selectors: {
    '&[aria-pressed="true"]': { borderColor: color.accent, boxShadow: `inset 0 0 0 1px ${color.accent}` },
  },
})

export const photo = style({
  flexShrink: 0,
  width: '48px',
  height: '48px',
  borderRadius: '50%',
  objectFit: 'cover',
  background: color.sunken,
})

export const icon = style({ flexShrink: 0, margin: vars.space[3] })
export const words = style({ display: 'grid', minWidth: 0, overflowWrap: 'anywhere' })
export const relationship = style({ color: color.textMuted, fontSize: vars.text[12] })
