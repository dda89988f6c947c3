import { style } from '@vanilla-extract/css'
import { vars } from '#core/web/ui/theme/theme.css.ts'

export const stack = style({ display: 'grid', gap: vars.space[4] })

/** Comfortable width of forms. */
export const narrow = style({ maxWidth: '680px' })

export const groups = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[2] })
