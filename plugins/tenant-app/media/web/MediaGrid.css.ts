import { style } from '@vanilla-extract/css'
import { color, forcedOutline, vars } from '#core/web/ui/theme/theme.css.ts'

export const grid = style({
  display: 'grid',
  gap: vars.space[4],
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(200px, calc(50% - 8px)), 1fr))',
  outline: 'none',
})

export const tile = style({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  overflow: 'hidden',
  background: color.surface,
  border: `1px solid ${color.border}`,
  borderRadius: vars.radius.large,
  cursor: 'pointer',
  outline: 'none',
  transition: `border-color ${vars.duration.fast}`,
  selectors: {
    '&[data-hovered]': { borderColor: color.borderStrong },
    '&[data-selected]': {
      borderColor: color.accentInk,
      boxShadow: `0 0 0 1px ${color.accentInk}`,
      ...forcedOutline,
    },
    '&[data-focus-visible]': { outline: `2px solid ${color.accentInk}`, outlineOffset: '2px' },
  },
})

export const choice = style({
  position: 'absolute',
  top: vars.space[2],
  insetInlineStart: vars.space[2],
  padding: vars.space[1],
  background: color.surface,
  borderRadius: vars.radius.small,
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

export const words = style({ display: 'grid', gap: vars.space[1], minWidth: 0, padding: vars.space[3] })

export const name = style({
  overflow: 'hidden',
  fontSize: vars.text[14],
  fontWeight: vars.weight.medium,
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})

export const about = style({
  overflow: 'hidden',
  fontSize: vars.text[12],
  color: color.textMuted,
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})

export const badges = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[1], minHeight: '20px' })
export const more = style({ display: 'flex', justifyContent: 'center', paddingTop: vars.space[5] })
export const bar = style({
  position: 'sticky',
  bottom: 'var(--trellis-bottom-bar, 0px)',
  zIndex: 2,
  marginTop: vars.space[4],
})
