import { style } from '@vanilla-extract/css'
import { color, forcedOutline, vars } from '#core/web/ui/theme/theme.css.ts'

const PHOTO = '72px'

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
  minHeight: '96px',
  padding: vars.space[3],
  border: `1px solid ${color.borderStrong}`,
  borderRadius: vars.radius.small,
  background: color.surface,
  color: color.text,
  font: 'inherit',
  textAlign: 'start',
  cursor: 'pointer',
  selectors: {
    '&[aria-pressed="true"]': {
      borderColor: color.accent,
      boxShadow: `inset 0 0 0 1px ${color.accent}`,
      ...forcedOutline,
    },
  },
})

/** Large enough to recognize a face at arm's length. */
export const photo = style({
  flexShrink: 0,
  width: PHOTO,
  height: PHOTO,
  borderRadius: '50%',
  objectFit: 'cover',
  background: color.sunken,
})

/** Initials and icons take the space of a photo, so that names are aligned. */
export const noPhoto = style({ display: 'grid', flexShrink: 0, placeItems: 'center', width: PHOTO })
export const time = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[2], alignItems: 'center' })
export const refusal = style({ borderRadius: vars.radius.small })
export const words = style({ display: 'grid', minWidth: 0, overflowWrap: 'anywhere' })
export const similar = style({ color: color.red, fontSize: vars.text[12] })
export const relationship = style({ color: color.textMuted, fontSize: vars.text[12] })
