import { style } from '@vanilla-extract/css'
import { color, media, vars } from '#core/web/ui/theme/theme.css.ts'

export const zone = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space[3],
  padding: vars.space[4],
  border: `1px dashed ${color.borderStrong}`,
  borderRadius: vars.radius.large,
  selectors: {
    '&[data-drop-target]': { background: color.accentSubtle, borderColor: color.accent },
    '&[data-focus-visible]': { outline: `2px solid ${color.accentInk}`, outlineOffset: '2px' },
  },
})

export const icon = style({ color: color.textMuted })
export const words = style({ display: 'grid', flex: '1 1 240px', minWidth: 0 })
export const title = style({ fontSize: vars.text[14], fontWeight: vars.weight.medium })
export const help = style({ fontSize: vars.text[12], color: color.textMuted })

export const choices = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space[2],
  '@media': { [media.phone]: { width: '100%' } },
})

export const list = style({ display: 'grid', gap: vars.space[3], margin: 0, padding: 0, listStyle: 'none' })
export const row = style({ display: 'flex', alignItems: 'center', gap: vars.space[2], minWidth: 0, maxWidth: '680px' })
export const progress = style({ display: 'grid', flex: 1, gap: vars.space[1], minWidth: 0 })
export const name = style({ fontSize: vars.text[14], overflowWrap: 'anywhere' })
export const failure = style({ fontSize: vars.text[12], color: color.red })

export const same = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space[2],
  fontSize: vars.text[12],
  color: color.textMuted,
})
