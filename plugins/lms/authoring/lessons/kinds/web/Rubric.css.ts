import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const criterion = style({
  display: 'flex',
  flexDirection: 'column',
  gap: vars.space[3],
  selectors: {
    '& + &': { paddingTop: vars.space[4], borderTop: `1px solid ${color.border}` },
    'h2 ~ &': { marginTop: vars.space[4] },
  },
})

export const head = style({ display: 'flex', alignItems: 'flex-end', gap: vars.space[2] })
export const wide = style({ flex: '1 1 160px' })
export const points = style({ flex: '0 1 132px' })

export const levelFields = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-end',
  gap: vars.space[2],
  paddingInlineStart: vars.space[3],
  borderInlineStart: `3px solid ${color.border}`,
})

export const levels = style({
  display: 'grid',
  gap: vars.space[2],
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 160px), 1fr))',
  margin: 0,
  padding: 0,
  listStyle: 'none',
})

export const level = style({
  display: 'flex',
  flexDirection: 'column',
  gap: vars.space[1],
  padding: vars.space[3],
  border: `1px solid ${color.border}`,
  borderRadius: vars.radius.small,
})

export const levelTitle = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space[2],
  fontWeight: vars.weight.medium,
})

export const muted = style({ color: color.textMuted })
