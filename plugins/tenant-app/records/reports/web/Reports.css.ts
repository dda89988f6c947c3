import { globalStyle, style } from '@vanilla-extract/css'
import { sideBySide } from '#core/web/ui/layout/sideBySide.ts'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const report = style({})
export const filters = style({})
export const exports = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[2] })
export const period = style({ margin: 0, color: color.textMuted, fontSize: vars.text[14] })
export const charts = style(sideBySide('440px'))
export const days = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[3], alignItems: 'end' })

// Prints only the report, without space for the rest of the page.
globalStyle(`body:has(.${report}) *`, { '@media': { print: { visibility: 'hidden' } } })
globalStyle(`body .${report}, body .${report} *`, { '@media': { print: { visibility: 'visible' } } })
globalStyle(`.${report}`, {
  '@media': { print: { position: 'absolute', insetBlockStart: 0, insetInlineStart: 0, width: '100%' } },
})
globalStyle(`.${report} .${filters}, .${report} .${exports}, .${report} [role=tablist]`, {
  '@media': { print: { display: 'none' } },
})
