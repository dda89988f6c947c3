import { globalFontFace, globalStyle } from '@vanilla-extract/css'

const FAMILY = 'Noto Sans Math'

// Browsers draw letters of formulas with Unicode's mathematical alphabets, which many phones and servers have no font for.
// The package's own rule names no more of them than the file's Latin letters.
globalFontFace(FAMILY, {
  src: "url('@fontsource/noto-sans-math/files/noto-sans-math-latin-400-normal.woff2') format('woff2')",
  fontDisplay: 'swap',
})
globalStyle('math', { fontFamily: `'${FAMILY}', math` })
