import { style } from '@vanilla-extract/css'
import { color, media, vars } from '../theme/theme.css.ts'

export const tabs = style({ display: 'flex', flexDirection: 'column', gap: vars.space[5], minWidth: 0 })

export const list = style({
  display: 'flex',
  gap: vars.space[5],
  overflowX: 'auto',
  scrollbarWidth: 'none',
  borderBottom: `1px solid ${color.border}`,
})

export const fill = style({ gap: 0 })

export const tab = style({
  position: 'relative',
  flexShrink: 0,
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: vars.space[2],
  minHeight: '40px',
  padding: '0 2px',
  border: 0,
  borderRadius: `${vars.radius.small} ${vars.radius.small} 0 0`,
  background: 'transparent',
  color: color.textMuted,
  fontSize: vars.text[14],
  fontWeight: vars.weight.medium,
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  cursor: 'pointer',
  transition: `color ${vars.duration.fast}`,
  selectors: {
    [`${fill} &`]: { flex: 1 },
    '&:hover, &[aria-selected=true], &[aria-current]': { color: color.text },
    '&[aria-selected=true]::after, &[aria-current]::after': {
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

export const panel = style({
  minWidth: 0,
  borderRadius: vars.radius.small,
  selectors: { '&:focus-visible': { outline: `2px solid ${color.accentInk}`, outlineOffset: '4px' } },
})
