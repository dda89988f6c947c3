import { globalStyle, style } from '@vanilla-extract/css'
import { color, elevation, media, vars } from '../theme/theme.css.ts'

export const overlay = style({
  position: 'fixed',
  inset: 0,
  zIndex: 100,
  display: 'grid',
  padding: vars.space[6],
  background: color.scrim,
  transition: `opacity ${vars.duration.slow}`,
  selectors: { '&[data-entering], &[data-exiting]': { opacity: 0 } },
  '@media': { [media.belowSidebar]: { padding: 0 } },
})

// Below the viewer's header, which is full of buttons: over the file itself.
globalStyle(`:root:has(${overlay})`, {
  vars: { '--trellis-notifications-top': '96px' },
  '@media': { [media.belowSidebar]: { vars: { '--trellis-notifications-top': '72px' } } },
})

export const modal = style({
  display: 'flex',
  minWidth: 0,
  minHeight: 0,
  background: color.raised,
  borderRadius: vars.radius.large,
  boxShadow: elevation.dialog,
  outline: 'none',
  overflow: 'hidden',
  '@media': { [media.belowSidebar]: { borderRadius: 0 } },
})

export const frame = style({ flex: 1, minWidth: 0, display: 'flex' })

export const dialog = style({ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column', outline: 'none' })

export const header = style({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space[2],
  padding: '8px 12px 8px 20px',
  borderBottom: `1px solid ${color.border}`,
  '@media': { [media.phone]: { paddingLeft: vars.space[4] } },
})

/** Left away on phones; the name of the button stays. */
export const wide = style({ '@media': { [media.phone]: { display: 'none' } } })

export const titles = style({ flex: 1, minWidth: 0 })

export const title = style({
  fontSize: vars.text[16],
  fontWeight: vars.weight.semibold,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})

export const position = style({ fontSize: vars.text[12], color: color.textMuted })

export const middle = style({
  flex: 1,
  minHeight: 0,
  display: 'flex',
  '@media': { [media.belowSidebar]: { flexDirection: 'column' } },
})

export const show = style({ position: 'relative', flex: 1, minWidth: 0, minHeight: 0, display: 'flex' })

/** Details of the file, beside it or, where there is no room, below. */
export const details = style({
  width: '320px',
  padding: vars.space[5],
  overflowY: 'auto',
  borderInlineStart: `1px solid ${color.border}`,
  '@media': {
    [media.belowSidebar]: {
      width: 'auto',
      maxHeight: '34%',
      padding: vars.space[4],
      borderInlineStart: 0,
      borderTop: `1px solid ${color.border}`,
    },
  },
})

export const part = style({ flex: 1, minWidth: 0, minHeight: 0, display: 'flex', flexDirection: 'column' })

export const centred = style({
  flex: 1,
  minWidth: 0,
  minHeight: 0,
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'safe center',
  padding: vars.space[5],
  overflowY: 'auto',
  '@media': { [media.phone]: { padding: vars.space[4] } },
})

export const stage = style({
  position: 'relative',
  flex: 1,
  minHeight: 0,
  display: 'grid',
  gridTemplate: 'minmax(0, 1fr) / minmax(0, 1fr)',
  overflow: 'hidden',
  background: color.sunken,
})

const scrolling = style({
  position: 'relative',
  flex: 1,
  minHeight: 0,
  display: 'grid',
  placeContent: 'safe center',
  overflow: 'auto',
  background: color.sunken,
  selectors: { '&:focus-visible': { outlineOffset: '-2px' } },
})

export const draggable = style([
  scrolling,
  { cursor: 'grab', selectors: { '&[data-dragging]': { cursor: 'grabbing', userSelect: 'none' } } },
])

export const pages = style([scrolling, { placeContent: 'safe start safe center', padding: vars.space[3] }])

export const fitting = style({
  width: 'auto',
  height: 'auto',
  maxWidth: '100%',
  maxHeight: '100%',
  placeSelf: 'center',
  objectFit: 'contain',
})

export const zoomed = style({ maxWidth: 'none' })

export const waiting = style({
  position: 'absolute',
  inset: 0,
  display: 'grid',
  placeItems: 'center',
  color: color.textMuted,
  fontSize: vars.text[28],
})

export const toolbar = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  gap: '4px 24px',
  padding: '6px 12px',
  borderTop: `1px solid ${color.border}`,
})

export const controls = style({ display: 'flex', alignItems: 'center', gap: vars.space[1] })

export const percent = style({
  minWidth: '48px',
  textAlign: 'center',
  fontSize: vars.text[14],
  color: color.textMuted,
})

export const pageNumber = style({
  width: '52px',
  minHeight: vars.control.medium,
  padding: '0 4px',
  textAlign: 'center',
  fontSize: vars.text[14],
  color: color.text,
  background: color.surface,
  border: `1px solid ${color.borderStrong}`,
  borderRadius: vars.radius.small,
  // Smaller text makes phones enlarge the page.
  '@media': { [media.coarse]: { minHeight: vars.control.touch, fontSize: vars.text[16] } },
})

export const of = style({ fontSize: vars.text[14], color: color.textMuted, whiteSpace: 'nowrap' })

export const sheet = style({
  position: 'relative',
  // Paper is white, in either scheme.
  background: '#ffffff',
  colorScheme: 'only light',
  boxShadow: elevation.float,
})

export const paper = style({ position: 'absolute', inset: 0, overflow: 'clip' })

globalStyle(`${paper} canvas`, { display: 'block', width: '100%', height: '100%' })

// Same as the text layer of pdf.js (its web/pdf_viewer.css): transparent, over the drawn page.
globalStyle(`${paper} > div`, {
  position: 'absolute',
  inset: 0,
  overflow: 'clip',
  lineHeight: 1,
  textAlign: 'initial',
  textSizeAdjust: 'none',
  transformOrigin: '0 0',
  forcedColorAdjust: 'none',
  vars: {
    '--scale-round-x': '1px',
    '--scale-round-y': '1px',
    '--min-font-size': '1',
    '--text-scale-factor': 'calc(var(--total-scale-factor) * var(--min-font-size))',
    '--min-font-size-inv': 'calc(1 / var(--min-font-size))',
  },
})

globalStyle(`${paper} > div > :is(span, br)`, {
  position: 'absolute',
  color: 'transparent',
  whiteSpace: 'pre',
  cursor: 'text',
  transformOrigin: '0% 0%',
  fontSize: 'calc(var(--text-scale-factor) * var(--font-height, 0))',
  transform: 'rotate(var(--rotate, 0deg)) scaleX(var(--scale-x, 1)) scale(var(--min-font-size-inv))',
})

globalStyle(`${paper} > div ::selection`, { color: 'transparent', background: 'rgb(26 87 184 / 0.3)' })

export const failed = style({
  position: 'absolute',
  inset: 0,
  display: 'grid',
  placeItems: 'center',
  padding: vars.space[6],
  textAlign: 'center',
  color: '#181b25',
})
