/** Import once, first thing in the app: the typeface, the tokens of both schemes and the reset. */
import '@fontsource-variable/inter'
import './theme.css.ts'
import './reset.css.ts'
