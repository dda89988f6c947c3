import { style } from '@vanilla-extract/css'
import { color, forcedChosen, media, vars } from '../ui/theme/theme.css.ts'

export const sidebar = style({ display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 })

export const head = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space[2],
  minHeight: '60px',
  padding: '12px 12px 8px 18px',
})

export const search = style({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space[2],
  margin: '4px 12px 8px',
  padding: '6px 8px',
  minHeight: '34px',
  border: `1px solid ${color.border}`,
  borderRadius: vars.radius.small,
  background: color.sunken,
  color: color.textMuted,
  fontSize: vars.text[14],
  textAlign: 'start',
  cursor: 'pointer',
  selectors: { '&:hover': { borderColor: color.borderStrong, color: color.text } },
  '@media': { [media.coarse]: { minHeight: vars.control.touch } },
})

export const searchWords = style({ flex: 1 })
export const keys = style({
  fontFamily: vars.font.sans,
  fontSize: vars.text[12],
  '@media': { [media.coarse]: { display: 'none' } },
})

export const navigation = style({ flex: 1, minHeight: 0, overflowY: 'auto', padding: '4px 12px 12px' })

export const list = style({
  display: 'flex',
  flexDirection: 'column',
  gap: '2px',
  margin: 0,
  padding: 0,
  listStyle: 'none',
})

export const item = style({
  display: 'flex',
  alignItems: 'center',
  gap: '10px',
  minHeight: '34px',
  padding: '6px 8px',
  borderRadius: vars.radius.small,
  color: color.textMuted,
  fontWeight: vars.weight.medium,
  lineHeight: '20px',
  textDecoration: 'none',
  transition: `background ${vars.duration.fast}, color ${vars.duration.fast}`,
  selectors: {
    '&:hover': { background: color.hover, color: color.text },
    '&[data-current]': { background: color.hover, color: color.text, ...forcedChosen },
  },
  '@media': { [media.coarse]: { minHeight: vars.control.touch } },
})

export const icon = style({
  opacity: 0.85,
  selectors: { '[data-current] > &': { color: color.accentInk, opacity: 1 } },
  '@media': { [media.forcedColors]: { selectors: { '[data-current] > &': { color: 'inherit' } } } },
})

export const heading = style({
  padding: '14px 8px 4px',
  color: color.textMuted,
  fontSize: vars.text[12],
  fontWeight: vars.weight.medium,
  lineHeight: '16px',
})

/** Pages of an expanded hub, in line with its label. */
export const below = style([list, { marginTop: '2px', paddingInlineStart: '26px' }])

export const foot = style({
  padding: '8px 12px calc(8px + env(safe-area-inset-bottom))',
  borderTop: `1px solid ${color.border}`,
})

export const waiting = style({
  marginInlineStart: 'auto',
  minWidth: '20px',
  padding: '0 6px',
  borderRadius: '10px',
  background: color.accent,
  color: color.accentText,
  fontSize: vars.text[12],
  fontWeight: vars.weight.medium,
  lineHeight: '20px',
  textAlign: 'center',
})

/** The button and the number beside it. */
export const switcher = style({ display: 'flex', alignItems: 'center', gap: vars.space[1] })
