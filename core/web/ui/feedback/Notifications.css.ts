import { keyframes, style, styleVariants } from '@vanilla-extract/css'
import { color, elevation, media, vars } from '../theme/theme.css.ts'

const rise = keyframes({ from: { opacity: 0, transform: 'translateY(12px)' } })

export const region = style({
  position: 'fixed',
  insetInlineEnd: vars.space[4],
  bottom: `max(${vars.space[4]}, env(safe-area-inset-bottom))`,
  zIndex: 200,
  width: 'min(380px, calc(100vw - 32px))',
  borderRadius: vars.radius.large,
  '@media': {
    // At the top, as phones show theirs: at the bottom are the buttons of dialogs.
    [media.phone]: {
      insetInline: vars.space[4],
      top: `max(${vars.space[4]}, env(safe-area-inset-top))`,
      bottom: 'auto',
      width: 'auto',
    },
  },
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

export const texts = style({ flex: 1, minWidth: 0, overflowWrap: 'anywhere' })
export const title = style({ fontSize: vars.text[14], fontWeight: vars.weight.semibold, lineHeight: '20px' })
export const description = style({ fontSize: vars.text[14], lineHeight: '20px', color: color.textMuted })
export const close = style({ marginBlock: '-6px' })
