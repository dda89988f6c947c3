import { style } from '@vanilla-extract/css'
import { vars } from '#core/web/ui/theme/theme.css.ts'

export const cover = style({
  width: '100%',
  // Its room is there before it is, so that nothing moves.
  aspectRatio: '16 / 7',
  objectFit: 'cover',
  borderRadius: vars.radius.small,
  selectors: { '&[hidden]': { display: 'none' } },
})
