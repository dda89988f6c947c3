import { globalStyle, style } from '@vanilla-extract/css'
import { color, vars } from '../theme/theme.css.ts'

/** Rich text, as it is read and as it is written. */
export const prose = style({
  minWidth: 0,
  maxWidth: '72ch',
  fontSize: vars.text[16],
  lineHeight: 1.6,
  overflowWrap: 'anywhere',
})

const within = (selector: string) => `${prose} ${selector}`

globalStyle(`${prose} > * + *, ${prose} :is(li, blockquote, [data-tone], td, th) > * + *`, { marginTop: vars.space[3] })
globalStyle(within('> :is(h2, h3, h4):not(:first-child)'), { marginTop: vars.space[6] })
globalStyle(within('p'), { minHeight: '1lh' })
globalStyle(within(':is(ul, ol)'), { margin: 0, paddingInlineStart: vars.space[6] })
globalStyle(`${prose} > * + :is(ul, ol)`, { marginTop: vars.space[3] })
globalStyle(within('li + li'), { marginTop: vars.space[1] })
globalStyle(within('blockquote'), {
  margin: 0,
  paddingInlineStart: vars.space[4],
  borderInlineStart: `3px solid ${color.borderStrong}`,
  color: color.textMuted,
})
globalStyle(`${prose} > * + blockquote`, { marginTop: vars.space[3] })
globalStyle(within('hr'), { border: 0, borderTop: `1px solid ${color.border}`, marginBlock: vars.space[6] })
globalStyle(within('code'), { padding: '1px 4px', borderRadius: '4px', background: color.sunken })
globalStyle(within('pre'), {
  margin: 0,
  padding: vars.space[4],
  overflowX: 'auto',
  borderRadius: vars.radius.small,
  border: `1px solid ${color.border}`,
  background: color.sunken,
  fontSize: vars.text[14],
  lineHeight: '20px',
  whiteSpace: 'pre',
  overflowWrap: 'normal',
})
globalStyle(`${prose} > * + pre`, { marginTop: vars.space[3] })
globalStyle(within('pre code'), { padding: 0, background: 'none', fontSize: 'inherit' })
// Color alone does not tell a link from its words.
globalStyle(within('a'), { textDecoration: 'underline' })
globalStyle(within('img'), { alignSelf: 'flex-start', borderRadius: vars.radius.small })
// Raised letters leave the distance of the lines as it is.
globalStyle(within(':is(sup, sub)'), { fontSize: '0.75em', lineHeight: 0 })
globalStyle(within("math[display='block']"), { marginBlock: vars.space[3], overflowX: 'auto' })
globalStyle(within('table'), { width: '100%', borderCollapse: 'collapse', fontSize: vars.text[14], lineHeight: '20px' })
globalStyle(within(':is(th, td)'), {
  position: 'relative',
  minWidth: '80px',
  padding: '8px 12px',
  border: `1px solid ${color.border}`,
  textAlign: 'start',
  verticalAlign: 'top',
})
globalStyle(within('th'), { background: color.sunken, fontWeight: vars.weight.semibold })
globalStyle(within('[data-tone]'), {
  padding: '12px 16px',
  borderRadius: vars.radius.small,
  border: '1px solid',
})
globalStyle(within("[data-tone='note']"), { background: color.blueSubtle, borderColor: color.blueBorder })
globalStyle(within("[data-tone='tip']"), { background: color.greenSubtle, borderColor: color.greenBorder })
globalStyle(within("[data-tone='warning']"), { background: color.amberSubtle, borderColor: color.amberBorder })
// The word that says what color says.
globalStyle(within('[data-tone]::before'), {
  content: 'attr(data-word)',
  display: 'block',
  fontSize: vars.text[14],
  fontWeight: vars.weight.semibold,
})

/** A table that is wider than its column scrolls by itself. */
export const scrolling = style({ overflowX: 'auto' })

export const figure = style({ margin: 0, display: 'flex', flexDirection: 'column', gap: vars.space[2] })

export const caption = style({ fontSize: vars.text[14], lineHeight: '20px', color: color.textMuted })

/** Link to a page that has more than words. */
export const embed = style({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space[3],
  padding: '12px 16px',
  border: `1px solid ${color.border}`,
  borderRadius: vars.radius.small,
  background: color.surface,
})

export const host = style({ display: 'block', fontSize: vars.text[12], lineHeight: '16px', color: color.textMuted })
