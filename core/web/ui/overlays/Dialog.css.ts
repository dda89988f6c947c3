import { style, styleVariants } from '@vanilla-extract/css'
import { color, elevation, forcedOutline, media, vars } from '../theme/theme.css.ts'

export const overlay = style({
  position: 'fixed',
  inset: 0,
  zIndex: 100,
  display: 'grid',
  placeItems: 'center',
  padding: vars.space[4],
  background: color.scrim,
  transition: `opacity ${vars.duration.slow}`,
  selectors: { '&[data-entering], &[data-exiting]': { opacity: 0 } },
  '@media': { [media.phone]: { placeItems: 'end stretch', padding: 0 } },
})

const modal = style({
  width: '100%',
  maxHeight: 'min(860px, calc(100dvh - 32px))',
  display: 'flex',
  background: color.raised,
  borderRadius: vars.radius.large,
  boxShadow: elevation.dialog,
  ...forcedOutline,
  overflow: 'hidden',
  transition: `transform ${vars.duration.slow} ${vars.easing}`,
  selectors: { '&[data-entering], &[data-exiting]': { transform: 'translateY(8px) scale(0.985)' } },
  '@media': {
    [media.phone]: { maxHeight: 'calc(100dvh - 24px)', borderRadius: `${vars.radius.large} ${vars.radius.large} 0 0` },
  },
})

export const size = styleVariants({
  small: [modal, { maxWidth: '440px' }],
  medium: [modal, { maxWidth: '560px' }],
  large: [modal, { maxWidth: '760px' }],
})

export const dialog = style({
  flex: 1,
  minWidth: 0,
  display: 'flex',
  flexDirection: 'column',
  outline: 'none',
})

export const header = style({
  display: 'flex',
  alignItems: 'flex-start',
  gap: vars.space[3],
  padding: '16px 12px 0 24px',
})

export const titles = style({ flex: 1, minWidth: 0, paddingTop: '7px', paddingBottom: vars.space[1] })
export const title = style({ fontSize: vars.text[16], fontWeight: vars.weight.semibold, overflowWrap: 'anywhere' })
export const help = style({ marginTop: vars.space[1], fontSize: vars.text[14], color: color.textMuted })

export const form = style({ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 })

export const body = style({
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  display: 'flex',
  flexDirection: 'column',
  gap: vars.space[4],
  padding: '12px 24px 20px',
})

export const footer = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  gap: vars.space[2],
  padding: '12px 24px',
  borderTop: `1px solid ${color.border}`,
  background: color.sunken,
})

export const question = style({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: vars.space[3],
  padding: '12px 24px',
  borderTop: `1px solid ${color.amberBorder}`,
  background: color.amberSubtle,
})

export const questionText = style({ flex: '1 1 200px', fontSize: vars.text[14], fontWeight: vars.weight.medium })
export const questionActions = style({ display: 'flex', gap: vars.space[2] })
