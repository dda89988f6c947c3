import { keyframes, style, styleVariants } from '@vanilla-extract/css'
import { color, elevation, vars } from '../theme/theme.css.ts'

const rise = keyframes({ from: { opacity: 0, transform: 'translateY(-12px)' } })

/**
 * At the top, in the middle: at the bottom are the buttons of dialogs, bars of chosen rows and the way to the next page,
 * at the ends of the top what closes a dialog and what opens the navigation. Where more is at the top, as in the viewer of
 * files, that sets how far down notifications go.
 */
export const region = style({
  position: 'fixed',
  insetInline: 0,
  top: `max(var(--trellis-notifications-top, ${vars.space[3]}), env(safe-area-inset-top))`,
  zIndex: 200,
  // 56 px at either end: a button that is made for fingers, and its distance from the edge.
  width: 'min(380px, calc(100vw - 112px))',
  marginInline: 'auto',
  borderRadius: vars.radius.large,
  // The place of a notification that is swiped away, or of none, must not catch what is meant for the page.
  pointerEvents: 'none',
})

const base = style({
  display: 'flex',
  alignItems: 'flex-start',
  gap: vars.space[3],
  padding: '14px 8px 14px 16px',
  borderRadius: vars.radius.large,
  background: color.raised,
  boxShadow: elevation.dialog,
  animation: `${rise} ${vars.duration.slow} ${vars.easing}`,
  pointerEvents: 'auto',
  touchAction: 'pan-y',
  // Selected text would be dragged instead of swiped.
  userSelect: 'none',
  selectors: { '&:not([data-swiping])': { transition: `transform ${vars.duration.slow} ${vars.easing}` } },
})

export const tone = styleVariants({
  default: [base],
  destructive: [base, { background: color.redSubtle, boxShadow: `0 0 0 1px ${color.redBorder}, ${elevation.dialog}` }],
})

export const icon = styleVariants({
  default: { marginTop: '2px', color: color.green },
  destructive: { marginTop: '2px', color: color.red },
})

/** Texts and what can be done about them: beside each other, or below on phones. */
export const content = style({
  flex: 1,
  minWidth: 0,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  gap: `${vars.space[2]} ${vars.space[3]}`,
})

export const texts = style({ flex: '1 1 160px', minWidth: 0, overflowWrap: 'anywhere' })
export const title = style({ fontSize: vars.text[14], fontWeight: vars.weight.semibold, lineHeight: '20px' })
export const description = style({ fontSize: vars.text[14], lineHeight: '20px', color: color.textMuted })
export const close = style({ marginBlock: '-6px' })
