import { style } from '@vanilla-extract/css'
import { color, elevation, forcedOutline, media, vars } from '../ui/theme/theme.css.ts'

export const overlay = style({
  position: 'fixed',
  inset: 0,
  zIndex: 100,
  display: 'flex',
  justifyContent: 'center',
  alignItems: 'flex-start',
  padding: 'min(14vh, 128px) 16px 16px',
  background: color.scrim,
  '@media': { [media.phone]: { paddingTop: '16px' } },
})

export const modal = style({
  width: 'min(560px, 100%)',
  maxHeight: 'min(440px, calc(100dvh - 32px))',
  display: 'flex',
  borderRadius: vars.radius.large,
  background: color.raised,
  boxShadow: elevation.dialog,
  overflow: 'hidden',
})

export const dialog = style({ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column', outline: 'none' })
export const search = style({ borderBottom: `1px solid ${color.border}` })

export const input = style({
  width: '100%',
  padding: '16px 18px',
  border: 0,
  outline: 'none',
  background: 'transparent',
  fontSize: vars.text[16],
  selectors: {
    '&::placeholder': { color: color.textMuted, opacity: 1 },
    '&::-webkit-search-cancel-button': { display: 'none' },
  },
})

export const list = style({ flex: 1, minHeight: 0, overflowY: 'auto', padding: '4px 8px 8px', outline: 'none' })

export const header = style({
  padding: '10px 10px 4px',
  fontSize: vars.text[12],
  fontWeight: vars.weight.medium,
  color: color.textMuted,
})

export const icon = style({ color: color.textMuted })

export const item = style({
  display: 'flex',
  alignItems: 'center',
  gap: '10px',
  minHeight: '36px',
  padding: '6px 10px',
  borderRadius: vars.radius.small,
  cursor: 'pointer',
  outline: 'none',
  selectors: {
    '&[data-focused], &[data-hovered]': { background: color.hover, ...forcedOutline },
  },
  '@media': { [media.coarse]: { minHeight: vars.control.touch } },
})

export const description = style({
  color: color.textMuted,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})

export const enter = style({
  marginInlineStart: 'auto',
  color: color.textMuted,
  visibility: 'hidden',
  selectors: { [`${item}[data-focused] &`]: { visibility: 'visible' } },
})

export const empty = style({ padding: '24px', textAlign: 'center', color: color.textMuted })
