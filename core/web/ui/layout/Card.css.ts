import { style, styleVariants } from '@vanilla-extract/css'
import { color, media, vars } from '../theme/theme.css.ts'

export const card = style({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  background: color.surface,
  border: `1px solid ${color.border}`,
  borderRadius: vars.radius.large,
})

export const padding = styleVariants({
  normal: { padding: vars.space[5], gap: vars.space[4], '@media': { [media.phone]: { padding: vars.space[4] } } },
  none: { overflow: 'clip' },
})

/** A card that leads somewhere: the link of its title covers it. */
export const linked = style({
  transition: `border-color ${vars.duration.fast}, background ${vars.duration.fast}`,
  selectors: { '&:hover': { borderColor: color.borderStrong } },
})

export const dimmed = style({ background: color.sunken, borderStyle: 'dashed' })
// Beside a long button there is no room for a title on a phone: the button is below it then.
export const header = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: vars.space[3] })
export const titles = style({ flex: '1 1 160px', minWidth: 0 })

export const title = style({
  fontSize: vars.text[16],
  fontWeight: vars.weight.semibold,
  lineHeight: '24px',
  overflowWrap: 'anywhere',
})

export const titleLink = style({
  color: 'inherit',
  textDecoration: 'none',
  outline: 'none',
  selectors: {
    '&::after': { content: '', position: 'absolute', inset: 0, borderRadius: vars.radius.large },
    '&[data-focus-visible]::after': { outline: `2px solid ${color.accentInk}`, outlineOffset: '2px' },
  },
})

export const help = style({ fontSize: vars.text[14], color: color.textMuted })
// Above the link that covers the card, and level with its title whatever they are.
export const actions = style({
  position: 'relative',
  zIndex: 1,
  display: 'flex',
  alignItems: 'center',
  gap: vars.space[1],
  minHeight: vars.control.medium,
  marginBlock: '-6px',
})
