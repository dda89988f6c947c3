import { style } from '@vanilla-extract/css'
import { color, media, vars } from '#core/web/ui/theme/theme.css.ts'

export const tabs = style({
  display: 'flex',
  gap: vars.space[5],
  margin: 0,
  padding: 0,
  overflowX: 'auto',
  scrollbarWidth: 'none',
  listStyle: 'none',
  borderBottom: `1px solid ${color.border}`,
})

export const tab = style({
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: '40px',
  padding: '0 2px',
  borderRadius: `${vars.radius.small} ${vars.radius.small} 0 0`,
  color: color.textMuted,
  fontSize: vars.text[14],
  fontWeight: vars.weight.medium,
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  selectors: {
    '&:hover, &[aria-current]': { color: color.text },
    '&[aria-current]::after': {
      content: '',
      position: 'absolute',
      insetInline: 0,
      bottom: 0,
      height: '2px',
      borderRadius: '2px 2px 0 0',
      background: color.accent,
      '@media': { [media.forcedColors]: { background: 'Highlight' } },
    },
    '&:focus-visible': { outline: `2px solid ${color.accentInk}`, outlineOffset: '-2px' },
  },
  '@media': { [media.coarse]: { minHeight: vars.control.touch } },
})

/** Column as wide as is good to read and fill in. */
export const content = style({
  display: 'flex',
  flexDirection: 'column',
  gap: vars.space[5],
  width: '100%',
  maxWidth: '760px',
})

export const wide = style({ maxWidth: 'none' })
