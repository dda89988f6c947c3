import { style } from '@vanilla-extract/css'
import { color, forcedOutline, vars } from '#core/web/ui/theme/theme.css.ts'

export const field = style({ display: 'flex', flexDirection: 'column', gap: vars.space[2], minWidth: 0 })
export const label = style({ fontSize: vars.text[14], fontWeight: vars.weight.medium })

/** Scrolls on its own, so that the fields below stay within reach. */
export const pictures = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(96px, 1fr))',
  gap: vars.space[2],
  maxHeight: '240px',
  // Leaves room for the focus outline.
  padding: vars.space[1],
  overflowY: 'auto',
})

export const item = style({
  display: 'flex',
  flexDirection: 'column',
  gap: vars.space[1],
  minWidth: 0,
  padding: vars.space[1],
  borderRadius: vars.radius.small,
  border: `1px solid ${color.border}`,
  cursor: 'pointer',
  outline: 'none',
  selectors: {
    '&[data-hovered]': { background: color.hover },
    '&[data-selected]': {
      borderColor: color.accentInk,
      boxShadow: `0 0 0 1px ${color.accentInk}`,
      ...forcedOutline,
    },
    '&[data-focus-visible]': { outline: `2px solid ${color.accentInk}`, outlineOffset: '2px' },
  },
})

export const picture = style({
  width: '100%',
  height: '72px',
  objectFit: 'cover',
  borderRadius: '4px',
  background: color.sunken,
})

export const name = style({
  overflow: 'hidden',
  fontSize: vars.text[12],
  lineHeight: '16px',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})
export const none = style({ fontSize: vars.text[14], color: color.textMuted })
