import { style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

const framed = style({
  display: 'flex',
  border: `1px solid ${color.border}`,
  borderRadius: vars.radius.large,
  overflow: 'hidden',
})

/** Height of content that is read page by page. */
export const paper = style([framed, { height: 'min(80dvh, 900px)', minHeight: '320px' }])

/** Slide of 16:9 with the controls below it; higher ones scroll. */
export const slides = style([
  framed,
  { width: '100%', aspectRatio: '3 / 2', minHeight: '280px', maxHeight: 'min(80dvh, 900px)' },
])

export const elsewhere = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: vars.space[3] })

export const host = style({ color: color.textMuted, fontSize: vars.text[14], overflowWrap: 'anywhere' })

export const list = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: vars.space[3] })

export const row = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: vars.space[3] })

export const narrow = style({ flex: '0 1 112px', minWidth: '80px' })

export const wide = style({ flex: '1 1 120px', minWidth: 0 })

export const legend = style({ fontSize: vars.text[14], fontWeight: vars.weight.medium, marginBottom: vars.space[2] })

export const fileName = style({ flex: '1 1 100%', fontSize: vars.text[14], overflowWrap: 'anywhere' })

export const fieldset = style({ border: 'none', margin: 0, padding: 0, minWidth: 0 })
