import { globalStyle, style } from '@vanilla-extract/css'
import { color, forcedChosen, media, vars } from '../ui/theme/theme.css.ts'

const height = 'calc(56px + env(safe-area-inset-bottom))'

/** In the flow below the page, so that its end is never behind it. */
export const bar = style({
  display: 'none',
  '@media': {
    [media.phone]: {
      position: 'sticky',
      bottom: 0,
      zIndex: 50,
      display: 'flex',
      height,
      paddingBottom: 'env(safe-area-inset-bottom)',
      borderTop: `1px solid ${color.border}`,
      background: color.surface,
    },
  },
})

// A focused element behind the bar is scrolled out from under it, and bars of pages stand above it.
globalStyle(`html:has(${bar})`, {
  '@media': { [media.phone]: { scrollPaddingBottom: height, vars: { '--trellis-bottom-bar': height } } },
})

export const place = style({
  position: 'relative',
  flex: '1 1 0',
  minWidth: 0,
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '2px',
  padding: '0 2px',
  border: 0,
  background: 'transparent',
  color: color.textMuted,
  fontSize: vars.text[12],
  fontWeight: vars.weight.medium,
  lineHeight: '16px',
  textDecoration: 'none',
  cursor: 'pointer',
  selectors: {
    '&[aria-current]': { color: color.accentInk, ...forcedChosen },
    '&:focus-visible': { outlineOffset: '-2px' },
  },
})

export const label = style({ maxWidth: '100%', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' })

/** At the icon's corner. */
export const waiting = style({
  position: 'absolute',
  top: '4px',
  insetInlineStart: 'calc(50% + 4px)',
  minWidth: '16px',
  padding: '0 4px',
  borderRadius: vars.radius.full,
  background: color.accent,
  color: color.accentText,
  fontSize: '0.6875rem',
  lineHeight: '16px',
  textAlign: 'center',
})
