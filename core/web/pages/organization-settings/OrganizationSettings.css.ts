import { style } from '@vanilla-extract/css'
import { color, forcedChosen, media, vars } from '#core/web/ui/theme/theme.css.ts'

export const columns = style({
  display: 'grid',
  gridTemplateColumns: '200px minmax(0, 1fr)',
  alignItems: 'start',
  gap: vars.space[8],
  '@media': { [media.phone]: { gridTemplateColumns: 'minmax(0, 1fr)', gap: vars.space[5] } },
})

export const navigation = style({
  display: 'flex',
  flexDirection: 'column',
  gap: vars.space[4],
  '@media': { [media.phone]: { selectors: { '[data-chosen=true] > &': { display: 'none' } } } },
})

export const heading = style({
  padding: '0 10px 4px',
  color: color.textMuted,
  fontSize: vars.text[12],
  fontWeight: vars.weight.medium,
  lineHeight: '16px',
})

export const list = style({
  display: 'flex',
  flexDirection: 'column',
  gap: '2px',
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '@media': {
    [media.phone]: {
      gap: 0,
      border: `1px solid ${color.border}`,
      borderRadius: vars.radius.large,
      background: color.surface,
      overflow: 'hidden',
    },
  },
})

export const item = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space[2],
  minHeight: '34px',
  padding: '6px 10px',
  borderRadius: vars.radius.small,
  color: color.textMuted,
  fontWeight: vars.weight.medium,
  lineHeight: '20px',
  textDecoration: 'none',
  selectors: { '&:hover': { background: color.hover, color: color.text } },
  '@media': {
    [media.coarse]: { minHeight: vars.control.touch },
    // Rows of a page, on which none is open.
    [media.phone]: {
      minHeight: '48px',
      padding: '12px 16px',
      borderRadius: 0,
      color: color.text,
      selectors: {
        'li + li > &': { borderTop: `1px solid ${color.border}` },
        '&:focus-visible': { outlineOffset: '-2px' },
      },
    },
    'screen and (min-width: 640px)': {
      selectors: { '&[aria-current]': { background: color.hover, color: color.text, ...forcedChosen } },
    },
  },
})

export const arrow = style({
  display: 'none',
  color: color.textMuted,
  '@media': { [media.phone]: { display: 'block' } },
})

export const content = style({
  display: 'flex',
  flexDirection: 'column',
  gap: vars.space[4],
  minWidth: 0,
  '@media': { [media.phone]: { selectors: { '[data-chosen=false] > &': { display: 'none' } } } },
})

export const label = style({ fontSize: vars.text[20] })

export const back = style({
  display: 'none',
  alignItems: 'center',
  gap: vars.space[2],
  minHeight: vars.control.touch,
  color: color.textMuted,
  fontWeight: vars.weight.medium,
  textDecoration: 'none',
  '@media': { [media.phone]: { display: 'inline-flex' } },
})
