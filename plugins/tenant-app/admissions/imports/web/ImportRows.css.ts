import { style } from '@vanilla-extract/css'
import { color, media, vars } from '#core/web/ui/theme/theme.css.ts'

export const cell = style({ display: 'grid', justifyItems: 'start', gap: vars.space[1], overflowWrap: 'anywhere' })
export const wrong = style({ color: color.red, fontSize: vars.text[12] })
export const was = style({ color: color.textMuted, fontSize: vars.text[12] })
/** Sentence below an outcome, which a narrow table would break after each word. */
export const note = style([was, { minWidth: '26ch', '@media': { [media.phone]: { minWidth: 0 } } }])
