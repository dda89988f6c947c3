import { style } from '@vanilla-extract/css'
import { vars } from '#core/web/ui/theme/theme.css.ts'

export const address = style({
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  gap: '6px',
  minWidth: 0,
  maxWidth: '100%',
  minHeight: '24px',
  fontSize: vars.text[14],
})

// Broken only where it would not fit: 'anywhere' lets a table squeeze its column to one letter.
export const host = style({ minWidth: 0, overflowWrap: 'break-word' })
export const icon = style({ flexShrink: 0 })
