import { style } from '@vanilla-extract/css'
import { color, media, vars } from '#core/web/ui/theme/theme.css.ts'

export const section = style({ display: 'flex', flexDirection: 'column', gap: vars.space[3] })

export const head = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space[2],
  minHeight: vars.control.medium,
})

export const heading = style({ fontSize: vars.text[16], fontWeight: vars.weight.semibold })
export const actions = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[2] })

export const grid = style({
  display: 'grid',
  gap: vars.space[4],
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(300px, 100%), 1fr))',
  margin: 0,
  padding: 0,
  listStyle: 'none',
})

export const cell = style({ display: 'grid', minWidth: 0 })
export const title = style({ display: 'flex', alignItems: 'center', gap: vars.space[2] })
export const icon = style({ flexShrink: 0, color: color.textMuted })
export const open = style({ display: 'flex' })

export const links = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(300px, 100%), 1fr))',
  gap: vars.space[3],
  margin: 0,
  padding: 0,
  listStyle: 'none',
})

export const link = style({
  display: 'flex',
  gap: vars.space[3],
  height: '100%',
  padding: vars.space[4],
  border: `1px solid ${color.border}`,
  borderRadius: vars.radius.large,
  background: color.surface,
  color: color.text,
  textDecoration: 'none',
  transition: `border-color ${vars.duration.fast}`,
  selectors: {
    '&:hover': { borderColor: color.borderStrong },
    '&:focus-visible': { outline: `2px solid ${color.accentInk}`, outlineOffset: '2px' },
  },
  '@media': { [media.reducedMotion]: { transition: 'none' } },
})

export const linkIcon = style({ flexShrink: 0, marginTop: '2px', color: color.textMuted })
export const linkTitle = style({ display: 'block', fontWeight: vars.weight.medium })
export const linkHelp = style({ display: 'block', fontSize: vars.text[12], lineHeight: '16px', color: color.textMuted })
