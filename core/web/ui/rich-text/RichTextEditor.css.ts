import { globalStyle, style } from '@vanilla-extract/css'
import { color, forcedChosen, media, vars } from '../theme/theme.css.ts'

export const editor = style({
  border: `1px solid ${color.borderStrong}`,
  borderRadius: vars.radius.small,
  background: color.surface,
  selectors: {
    '&:has([contenteditable]:focus)': { borderColor: color.accentInk, boxShadow: `0 0 0 1px ${color.accentInk}` },
    '&[data-invalid]': { borderColor: color.red },
  },
})

export const toolbar = style({
  position: 'sticky',
  top: 0,
  zIndex: 1,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2px',
  padding: '4px',
  borderBottom: `1px solid ${color.border}`,
  borderRadius: `${vars.radius.small} ${vars.radius.small} 0 0`,
  background: color.raised,
  // There the shell's own header stays on top.
  '@media': { [media.belowSidebar]: { position: 'static' } },
})

export const parting = style({
  alignSelf: 'stretch',
  width: '1px',
  margin: '4px',
  border: 0,
  background: color.border,
  '@media': { [media.phone]: { display: 'none' } },
})

export const toggle = style({
  display: 'inline-grid',
  placeItems: 'center',
  width: '32px',
  height: '32px',
  padding: 0,
  border: 0,
  borderRadius: vars.radius.small,
  background: 'transparent',
  color: color.text,
  cursor: 'pointer',
  selectors: {
    '&[data-hovered]': { background: color.hover },
    '&[data-selected]': { background: color.accentSubtle, color: color.accentInk, ...forcedChosen },
    '&[data-disabled]': { opacity: 0.5, cursor: 'not-allowed' },
    '&[data-focus-visible]': { outline: `2px solid ${color.accentInk}`, outlineOffset: '-2px' },
  },
  '@media': { [media.coarse]: { width: vars.control.touch, height: vars.control.touch } },
})

export const area = style({ padding: '16px 20px', '@media': { [media.phone]: { padding: '12px' } } })

export const sending = style({ margin: 0, padding: '0 20px 12px', color: color.textMuted, fontSize: vars.text[14] })

// Same as style/prosemirror.css of prosemirror-view, which the policy forbids to inject styles.
globalStyle(`${area} > [contenteditable]`, {
  position: 'relative',
  minHeight: '200px',
  outline: 'none',
  whiteSpace: 'break-spaces',
  fontVariantLigatures: 'none',
})
globalStyle(`${area} pre`, { whiteSpace: 'pre-wrap' })
globalStyle(`${area} li`, { position: 'relative' })
globalStyle(`${area} .ProseMirror-selectednode`, { outline: `2px solid ${color.accentInk}`, outlineOffset: '2px' })
globalStyle(`${area} .ProseMirror-hideselection *::selection`, { background: 'transparent' })
globalStyle(`${area} .ProseMirror-hideselection`, { caretColor: 'transparent' })
globalStyle(`${area} .ProseMirror-separator`, { display: 'inline', border: 0, margin: 0 })
globalStyle(`${area} .ProseMirror-gapcursor`, { display: 'none', pointerEvents: 'none', position: 'absolute' })
globalStyle(`${area} .ProseMirror-focused .ProseMirror-gapcursor`, { display: 'block' })
globalStyle(`${area} .ProseMirror-gapcursor::after`, {
  content: '',
  display: 'block',
  position: 'absolute',
  top: '-2px',
  width: '20px',
  borderTop: `1px solid ${color.text}`,
})
globalStyle(`${area} .selectedCell`, { background: color.accentSubtle })
