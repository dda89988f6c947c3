import { style, styleVariants } from '@vanilla-extract/css'
import { color, media, vars } from '../theme/theme.css.ts'

const base = style({
  display: 'flex',
  alignItems: 'flex-start',
  gap: '10px',
  padding: '10px 14px',
  borderRadius: vars.radius.small,
  border: '1px solid',
  fontSize: vars.text[14],
  lineHeight: '20px',
  overflowWrap: 'anywhere',
  // On a phone what can be done stands below the text, which would else be a column of single words.
  '@media': { [media.phone]: { flexWrap: 'wrap' } },
})

export const tone = styleVariants({
  info: [base, { background: color.blueSubtle, borderColor: color.blueBorder, color: color.text }],
  success: [base, { background: color.greenSubtle, borderColor: color.greenBorder, color: color.text }],
  warn: [base, { background: color.amberSubtle, borderColor: color.amberBorder, color: color.text }],
  error: [base, { background: color.redSubtle, borderColor: color.redBorder, color: color.text }],
})

export const icon = styleVariants({
  info: { marginTop: '2px', color: color.blue },
  success: { marginTop: '2px', color: color.green },
  warn: { marginTop: '2px', color: color.amber },
  error: { marginTop: '2px', color: color.red },
})

export const body = style({ flex: 1, minWidth: 0, '@media': { [media.phone]: { flexBasis: 'calc(100% - 26px)' } } })
export const title = style({ fontWeight: vars.weight.semibold })
export const action = style({
  flexShrink: 0,
  marginBlock: '-4px',
  '@media': { [media.phone]: { flexBasis: '100%', marginBlock: 0, paddingInlineStart: '26px' } },
})
