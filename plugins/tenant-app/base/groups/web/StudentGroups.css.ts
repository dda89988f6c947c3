import { style } from '@vanilla-extract/css'
import { vars } from '#core/web/ui/theme/theme.css.ts'

export const badges = style({ display: 'inline-flex', flexWrap: 'wrap', gap: vars.space[1] })
