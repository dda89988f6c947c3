import { globalStyle } from '@vanilla-extract/css'

// The rules of React Aria's own style element (see index.html). Specificity 0, as its layer has.
globalStyle(':where([data-react-aria-pressable])', { touchAction: 'pan-x pan-y pinch-zoom' })

// They take the focus when a page begins; a ring around a heading would look like a button.
globalStyle('main:focus, main h1:focus', { outline: 'none' })
