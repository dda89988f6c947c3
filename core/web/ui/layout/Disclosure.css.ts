import { style } from '@vanilla-extract/css'
import { color, media, vars } from '../theme/theme.css.ts'

export const disclosure = style({ minWidth: 0 })

export const line = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2px 8px' })

/** A title goes on to the next line itself, so that what is beside it stays there. */
export const titled = style([line, { flexWrap: 'nowrap' }])

export const trigger = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: vars.space[1],
  minHeight: '24px',
  padding: '0 6px 0 2px',
  border: 0,
  borderRadius: vars.radius.small,
  background: 'transparent',
  color: color.textMuted,
  fontSize: vars.text[12],
  fontWeight: vars.weight.medium,
  cursor: 'pointer',
  selectors: {
    '&[data-hovered]': { background: color.hover, color: color.text },
    '&[data-focus-visible]': { outline: `2px solid ${color.accentInk}`, outlineOffset: '1px' },
  },
  '@media': { [media.coarse]: { minHeight: vars.control.touch } },
})

export const title = style({
  color: color.text,
  fontSize: vars.text[14],
  lineHeight: '24px',
  textAlign: 'start',
  overflowWrap: 'anywhere',
})

export const details = style({ color: color.textMuted, fontWeight: vars.weight.regular })

export const arrow = style({
  flexShrink: 0,
  transition: `transform ${vars.duration.fast} ${vars.easing}`,
  '@media': { [media.reducedMotion]: { transition: 'none' } },
})

export const open = style([arrow, { transform: 'rotate(90deg)' }])
export const panel = style({ paddingTop: vars.space[2] })
