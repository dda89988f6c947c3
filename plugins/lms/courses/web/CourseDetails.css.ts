import { style } from '@vanilla-extract/css'
import { vars } from '#core/web/ui/theme/theme.css.ts'

export const picture = style({
  width: '100%',
  maxHeight: 240,
  objectFit: 'cover',
  borderRadius: vars.radius.small,
  selectors: { '&[hidden]': { display: 'none' } },
})

export const text = style({ margin: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere' })
