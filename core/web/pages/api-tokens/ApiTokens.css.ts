import { style } from '@vanilla-extract/css'
import { color, media, vars } from '#core/web/ui/theme/theme.css.ts'

export const foot = style({ display: 'flex', justifyContent: 'flex-end', marginTop: vars.space[4] })

export const tokenName = style({ minWidth: 0, overflowWrap: 'anywhere' })

export const note = style({ color: color.textMuted })

export const scopes = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
  gap: vars.space[4],
  maxHeight: '320px',
  padding: vars.space[3],
  overflowY: 'auto',
  border: `1px solid ${color.border}`,
  borderRadius: vars.radius.small,
  '@media': { [media.phone]: { gridTemplateColumns: 'minmax(0, 1fr)', maxHeight: '260px' } },
})

export const head = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space[2],
  marginBottom: vars.space[2],
})

export const legend = style({ fontWeight: vars.weight.medium })
