import { style } from '@vanilla-extract/css'
import { color, forcedChosen, media, vars } from '#core/web/ui/theme/theme.css.ts'

export const stack = style({ display: 'grid', gap: vars.space[4] })

export const list = style({ display: 'grid', gap: 0, margin: 0, padding: 0, listStyle: 'none' })

export const row = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: vars.space[3],
  alignItems: 'center',
  justifyContent: 'space-between',
  padding: `${vars.space[2]} ${vars.space[4]}`,
  borderBottom: `1px solid ${color.border}`,
  ':last-child': { borderBottom: 'none' },
})

export const name = style({ minWidth: 0, overflowWrap: 'anywhere', '@media': { [media.phone]: { flex: 1 } } })
export const note = style({ color: color.textMuted, fontSize: vars.text[12] })

// On phones what stands beside the marks stands beside the name, above them.
export const side = style({
  display: 'flex',
  gap: vars.space[1],
  alignItems: 'center',
  '@media': { [media.phone]: { display: 'contents' } },
})

export const marks = style({
  display: 'flex',
  gap: vars.space[1],
  '@media': { [media.phone]: { order: 1, width: '100%' } },
})

export const mark = style({
  minWidth: vars.control.touch,
  minHeight: vars.control.touch,
  padding: `0 ${vars.space[3]}`,
  border: `1px solid ${color.borderStrong}`,
  borderRadius: vars.radius.small,
  background: color.surface,
  color: color.text,
  font: 'inherit',
  fontSize: vars.text[14],
  cursor: 'pointer',
  selectors: {
    '&[aria-pressed="true"]': {
      background: color.accent,
      borderColor: color.accent,
      color: color.accentText,
      ...forcedChosen,
    },
    '&:disabled': { cursor: 'default', opacity: 0.6 },
    '&[data-suggested]': { borderStyle: 'dashed', borderWidth: '2px', borderColor: color.accent },
  },
  '@media': { [media.phone]: { flex: 1, padding: `0 ${vars.space[1]}` } },
})

/** Forms are as wide as they are read well. */
export const narrow = style({ maxWidth: '680px' })

export const groups = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[2] })
