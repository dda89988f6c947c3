import { style } from '@vanilla-extract/css'
import { vars } from '#core/web/ui/theme/theme.css.ts'

export const account = style({ display: 'flex', flexDirection: 'column', gap: vars.space[4] })
export const acts = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[2] })
