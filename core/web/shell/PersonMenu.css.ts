import { style } from '@vanilla-extract/css'
import { color, elevation, forcedOutline, media, vars } from '../ui/theme/theme.css.ts'

export const person = style({
  display: 'flex',
  alignItems: 'center',
  gap: '10px',
  width: '100%',
  padding: '8px',
  border: 0,
  borderRadius: vars.radius.small,
  background: 'transparent',
  textAlign: 'start',
  cursor: 'pointer',
  selectors: { '&:hover': { background: color.hover } },
})

export const names = style({ display: 'flex', flexDirection: 'column', flex: 1, minWidth: 0 })
export const arrow = style({ color: color.textMuted })

const oneLine = style({ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' })
export const name = style([oneLine, { fontWeight: vars.weight.medium, lineHeight: '20px' }])
export const role = style([oneLine, { fontSize: vars.text[12], lineHeight: '16px', color: color.textMuted }])
export const tenantRole = style([role, { textTransform: 'capitalize' }])

/** Above the foot of the sidebar, of which it is as wide. */
export const panel = style({
  position: 'fixed',
  inset: 'auto auto calc(72px + env(safe-area-inset-bottom)) 12px',
  width: '224px',
  margin: 0,
  padding: vars.space[1],
  border: 0,
  borderRadius: vars.radius.large,
  background: color.raised,
  color: color.text,
  boxShadow: elevation.float,
  ...forcedOutline,
})

export const entry = style({
  display: 'flex',
  alignItems: 'center',
  gap: '10px',
  width: '100%',
  minHeight: '34px',
  padding: '6px 8px',
  border: 0,
  borderRadius: vars.radius.small,
  background: 'transparent',
  color: color.text,
  lineHeight: '20px',
  textAlign: 'start',
  textDecoration: 'none',
  cursor: 'pointer',
  selectors: { '&:hover': { background: color.hover }, '&:disabled': { opacity: 0.5, cursor: 'default' } },
  '@media': { [media.coarse]: { minHeight: vars.control.touch } },
})

export const theme = style([
  entry,
  { justifyContent: 'space-between', cursor: 'default', selectors: { '&:hover': { background: 'transparent' } } },
])
