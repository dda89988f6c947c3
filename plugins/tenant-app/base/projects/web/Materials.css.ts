import { globalStyle, style } from '@vanilla-extract/css'
import { color, vars } from '#core/web/ui/theme/theme.css.ts'

export const sheet = style({})

export const count = style({ maxWidth: '200px' })
export const controls = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: vars.space[3] })
export const printedTitle = style({ display: 'none' })

export const list = style({ display: 'grid', margin: 0, padding: 0, listStyle: 'none', maxWidth: '640px' })
export const line = style({
  display: 'flex',
  alignItems: 'baseline',
  gap: vars.space[3],
  paddingBlock: vars.space[2],
  borderBlockEnd: `1px solid ${color.border}`,
})
export const name = style({ flex: 1, minWidth: 0, overflowWrap: 'anywhere' })
export const amount = style({ fontVariantNumeric: 'tabular-nums', textAlign: 'end' })
export const unknown = style({ color: color.textMuted })
export const how = style({ display: 'block', fontSize: vars.text[12], color: color.textMuted })
export const note = style({ margin: 0, fontSize: vars.text[12], color: color.textMuted })

// Prints the list alone: shoppers need nothing else of the page.
globalStyle(`body:has(.${sheet}) *`, { '@media': { print: { visibility: 'hidden' } } })
globalStyle(`body .${sheet}, body .${sheet} *`, { '@media': { print: { visibility: 'visible' } } })
globalStyle(`.${sheet}`, {
  '@media': { print: { position: 'absolute', insetBlockStart: 0, insetInlineStart: 0, width: '100%' } },
})
globalStyle(`.${sheet} .${controls}`, { '@media': { print: { display: 'none' } } })
globalStyle(`.${sheet} .${printedTitle}`, { '@media': { print: { display: 'block' } } })
