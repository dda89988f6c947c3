import { globalStyle, style } from '@vanilla-extract/css'
import { color, media, vars } from '../theme/theme.css.ts'

export const page = style({
  display: 'flex',
  flexDirection: 'column',
  gap: vars.space[6],
  width: '100%',
  maxWidth: '1280px',
  marginInline: 'auto',
  padding: '32px 32px 64px',
  '@media': { [media.phone]: { gap: vars.space[5], padding: '20px 16px 48px' } },
})

export const narrow = style({ maxWidth: '760px' })

export const dense = style({ '@media': { [media.phone]: { gap: vars.space[1], paddingTop: vars.space[2] } } })

export const header = style({
  display: 'flex',
  alignItems: 'flex-start',
  justifyContent: 'space-between',
  flexWrap: 'wrap',
  gap: vars.space[4],
})

export const titles = style({ flex: '1 1 320px', minWidth: 0 })

export const title = style({
  overflowWrap: 'anywhere',
  '@media': { [media.phone]: { fontSize: vars.text[20], letterSpacing: '-0.01em' } },
})

export const help = style({ marginTop: vars.space[1], color: color.textMuted, maxWidth: '72ch', textWrap: 'pretty' })
export const above = style({ marginBottom: vars.space[1], fontSize: vars.text[14] })
// Tall enough to be hit by a finger.
globalStyle(`${dense} ${above}`, { '@media': { [media.phone]: { display: 'none' } } })
globalStyle(`${dense} ${title}`, {
  '@media': { [media.phone]: { overflow: 'hidden', whiteSpace: 'nowrap', textOverflow: 'ellipsis' } },
})
globalStyle(`${dense} ${help}`, {
  '@media': {
    [media.phone]: {
      marginTop: 0,
      overflow: 'hidden',
      fontSize: vars.text[14],
      whiteSpace: 'nowrap',
      textOverflow: 'ellipsis',
    },
  },
})
globalStyle(`${above} a`, { display: 'inline-flex', alignItems: 'center', gap: vars.space[1], minHeight: '28px' })
export const actions = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: vars.space[2] })
