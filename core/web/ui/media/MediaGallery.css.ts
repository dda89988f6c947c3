import { style } from '@vanilla-extract/css'
import { color, vars } from '../theme/theme.css.ts'

export const grid = style({
  display: 'grid',
  gap: vars.space[3],
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(160px, calc(50% - 6px)), 1fr))',
  margin: 0,
  padding: 0,
  listStyle: 'none',
})

export const cell = style({ display: 'grid', minWidth: 0 })

export const tile = style({
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  padding: 0,
  overflow: 'hidden',
  textAlign: 'start',
  color: color.text,
  background: color.surface,
  border: `1px solid ${color.border}`,
  borderRadius: vars.radius.large,
  cursor: 'pointer',
  transition: `border-color ${vars.duration.fast}`,
  selectors: {
    '&[data-hovered]': { borderColor: color.borderStrong },
    '&[data-focus-visible]': { outline: `2px solid ${color.accentInk}`, outlineOffset: '2px' },
  },
})

export const thumbnail = style({
  display: 'grid',
  width: '100%',
  aspectRatio: '4 / 3',
  overflow: 'hidden',
  background: color.sunken,
})

export const picture = style({ width: '100%', height: '100%', objectFit: 'cover' })

export const icon = style({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: vars.space[2],
  fontSize: vars.text[12],
  color: color.textMuted,
})

export const words = style({ display: 'grid', gap: '2px', minWidth: 0, padding: '8px 12px 10px' })

export const title = style({
  fontSize: vars.text[14],
  fontWeight: vars.weight.medium,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})

export const caption = style({
  fontSize: vars.text[12],
  color: color.textMuted,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})
