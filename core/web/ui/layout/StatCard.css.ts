import { style } from '@vanilla-extract/css'
import { color, vars } from '../theme/theme.css.ts'

export const stat = style({ gap: vars.space[1] })
export const label = style({ fontSize: vars.text[14], color: color.textMuted, fontWeight: vars.weight.medium })

export const button = style({
  padding: 0,
  border: 'none',
  background: 'none',
  font: 'inherit',
  textAlign: 'start',
  cursor: 'pointer',
  // The card shows it.
  selectors: { '&:focus-visible': { outline: 'none' } },
})

export const value = style({
  minHeight: '36px',
  fontSize: vars.text[28],
  fontWeight: vars.weight.semibold,
  lineHeight: '36px',
  letterSpacing: '-0.02em',
  overflowWrap: 'anywhere',
})

export const help = style({ fontSize: vars.text[12], lineHeight: '16px', color: color.textMuted })

export const icon = style({
  display: 'grid',
  flex: 'none',
  placeItems: 'center',
  color: color.textMuted,
})

export const top = style({ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: vars.space[2] })

/** Stat cards side by side, two to a row on phones. */
export const grid = style({
  display: 'grid',
  gap: vars.space[4],
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(160px, 100%), 1fr))',
  '@media': {
    'screen and (max-width: 639.98px)': { gap: vars.space[3], gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  },
})
