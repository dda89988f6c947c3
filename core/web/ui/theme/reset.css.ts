import { globalStyle } from '@vanilla-extract/css'
import { color, media, vars } from './theme.css.ts'

globalStyle('*, *::before, *::after', { boxSizing: 'border-box' })

globalStyle('html', {
  fontFamily: vars.font.sans,
  fontSize: '100%',
  lineHeight: 1.5,
  WebkitTextSizeAdjust: '100%',
  background: color.canvas,
  color: color.text,
})

globalStyle('body', {
  margin: 0,
  minHeight: '100dvh',
  fontSize: vars.text[14],
  fontFeatureSettings: "'cv11', 'ss03'",
  WebkitFontSmoothing: 'antialiased',
})

globalStyle('#root', { isolation: 'isolate' })
globalStyle('h1, h2, h3, h4, p, figure, dl, dd', { margin: 0 })
globalStyle('h1, h2, h3, h4', { fontWeight: vars.weight.semibold, lineHeight: 1.3, textWrap: 'balance' })
globalStyle('h1', { fontSize: vars.text[28], letterSpacing: '-0.02em', lineHeight: 1.2 })
globalStyle('h2', { fontSize: vars.text[20], letterSpacing: '-0.01em' })
globalStyle('h3, h4', { fontSize: vars.text[16] })
globalStyle('button, input, select, textarea', { font: 'inherit', color: 'inherit' })
globalStyle('img, svg, video', { display: 'block', maxWidth: '100%' })
globalStyle('svg', { flexShrink: 0 })
globalStyle('a', { color: color.accentInk, textUnderlineOffset: '3px' })
globalStyle('code, kbd', { fontFamily: vars.font.mono, fontSize: '0.92em' })
globalStyle(':focus-visible', { outline: `2px solid ${color.accentInk}`, outlineOffset: '2px' })
globalStyle('::selection', { background: color.accentSubtle, color: color.text })

globalStyle('*, *::before, *::after', {
  '@media': {
    [media.reducedMotion]: {
      animationDuration: '0.01ms !important',
      animationIterationCount: '1 !important',
      transitionDuration: '0.01ms !important',
      scrollBehavior: 'auto !important' as 'auto',
    },
  },
})
