import { style } from '@vanilla-extract/css'
import { color, media, vars } from '../theme/theme.css.ts'

export const player = style({
  display: 'flex',
  flexDirection: 'column',
  gap: vars.space[3],
  minHeight: 0,
  width: '100%',
})

export const screen = style({ display: 'grid', minHeight: 0, flexShrink: 1 })

export const video = style({
  width: '100%',
  // Its controls, and the line below it, stay in sight.
  maxHeight: 'max(160px, calc(100dvh - 260px))',
  // Films are made for a dark room, in either scheme.
  background: '#000000',
  borderRadius: vars.radius.small,
})

export const audio = style({ width: '100%', maxWidth: '640px' })

export const bar = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: vars.space[3] })
export const speed = style({ width: '136px' })

export const resumed = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space[2],
  fontSize: vars.text[14],
  color: color.textMuted,
})

export const transcript = style({
  display: 'flex',
  flexDirection: 'column',
  gap: vars.space[3],
  maxWidth: '72ch',
  whiteSpace: 'pre-line',
  '@media': { [media.phone]: { maxWidth: 'none' } },
})

export const chapters = style({ display: 'flex', flexDirection: 'column', alignItems: 'flex-start' })

export const chapter = style({
  maxWidth: '100%',
  borderLeft: `2px solid ${color.border}`,
  selectors: { '&[aria-current]': { borderLeftColor: color.accent } },
})

export const chapterTime = style({ color: color.textMuted, fontVariantNumeric: 'tabular-nums' })
