import { globalStyle } from '@vanilla-extract/css'

// Browsers draw letters of formulas with Unicode's mathematical alphabets, which many phones and servers have no font for.
globalStyle('math', { fontFamily: "'Noto Sans Math', math" })
