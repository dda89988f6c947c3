import { style } from '@vanilla-extract/css'
import { color, media, vars } from '#core/web/ui/theme/theme.css.ts'

/** Height of the title of a DisclosureGroup. */
export const day = style({ display: 'flex', alignItems: 'center', height: '32px', marginBottom: vars.space[2] })

export const list = style({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  background: color.surface,
  border: `1px solid ${color.border}`,
  borderRadius: vars.radius.large,
})

export const act = style({
  display: 'flex',
  gap: vars.space[3],
  padding: '14px 20px 12px',
  selectors: { '&:not(:last-child)': { borderBottom: `1px solid ${color.border}` } },
  '@media': { [media.phone]: { padding: '12px 14px' } },
})

export const lines = style({ flex: 1, display: 'grid', gap: '6px', paddingBottom: '4px' })
