import { assignVars, createGlobalTheme, createGlobalThemeContract, globalStyle } from '@vanilla-extract/css'
import { DEFAULT_ACCENT } from '#core/contract/accent.ts'
import { accentVariables } from './accent.ts'
import { palette } from './palette.ts'
import type { Scheme } from './palette.ts'

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const names = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, `trellis-${kebab(key)}`]))

type Color = keyof typeof palette.light | keyof ReturnType<typeof accentVariables>['light']

const shadows: Record<Scheme, { shadowFloat: string; shadowDialog: string }> = {
  light: {
    shadowFloat: '0 0 0 1px rgb(22 27 45 / 0.07), 0 2px 4px rgb(22 27 45 / 0.05), 0 8px 24px rgb(22 27 45 / 0.12)',
    shadowDialog: '0 0 0 1px rgb(22 27 45 / 0.06), 0 8px 20px rgb(22 27 45 / 0.1), 0 24px 64px rgb(22 27 45 / 0.22)',
  },
  dark: {
    shadowFloat: '0 0 0 1px rgb(255 255 255 / 0.09), 0 2px 4px rgb(0 0 0 / 0.3), 0 8px 24px rgb(0 0 0 / 0.5)',
    shadowDialog: '0 0 0 1px rgb(255 255 255 / 0.1), 0 8px 20px rgb(0 0 0 / 0.4), 0 24px 64px rgb(0 0 0 / 0.6)',
  },
}

const colorNames = names([...Object.keys(palette.light), ...Object.keys(accentVariables(DEFAULT_ACCENT).light)])

/**
 * Every color of the product, by what it is for. `accent` is the CSS variable `--trellis-accent`, which an
 * organization overrides together with its computed companions (`applyAccent` in accent.ts).
 */
export const color = createGlobalThemeContract(colorNames as Record<Color, string>)
const shadow = createGlobalThemeContract({ shadowFloat: 'trellis-shadow-float', shadowDialog: 'trellis-shadow-dialog' })

/** Sizes that both schemes share. Space is in steps of 4 px: `space[3]` is 12 px. Shadows only on what floats. */
export const vars = createGlobalTheme(':root', {
  space: { 1: '4px', 2: '8px', 3: '12px', 4: '16px', 5: '20px', 6: '24px', 8: '32px', 10: '40px', 12: '48px' },
  radius: { small: '6px', large: '10px', full: '999px' },
  text: { 12: '0.75rem', 14: '0.875rem', 16: '1rem', 20: '1.25rem', 28: '1.75rem' },
  weight: { regular: '400', medium: '500', semibold: '600' },
  font: {
    sans: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
    mono: "ui-monospace, 'SF Mono', Menlo, Consolas, monospace",
  },
  duration: { fast: '120ms', slow: '200ms' },
  easing: 'cubic-bezier(0.2, 0, 0, 1)',
  control: { small: '28px', medium: '36px', touch: '44px' },
})

export const elevation = { float: shadow.shadowFloat, dialog: shadow.shadowDialog }

/** Widths at which layouts change: tables become cards below `phone`, the sidebar a drawer below `sidebar`. */
export const media = {
  phone: 'screen and (max-width: 639.98px)',
  belowSidebar: 'screen and (max-width: 1023.98px)',
  coarse: '(pointer: coarse)',
  reducedMotion: '(prefers-reduced-motion: reduce)',
  forcedColors: '(forced-colors: active)',
}

/**
 * Style of the chosen one of several where the system chooses the colors: no background or shadow of ours is drawn
 * then, so it has the system's colors of a selection.
 */
export const forcedChosen = {
  '@media': {
    [media.forcedColors]: {
      forcedColorAdjust: 'none',
      background: 'Highlight',
      borderColor: 'Highlight',
      color: 'HighlightText',
    },
  },
} as const

/** Not seen, but for systems that choose the colors: there it is drawn in place of a background or shadow. */
export const forcedOutline = { outline: '2px solid transparent', outlineOffset: '-2px' } as const

const scheme = (name: Scheme) => ({
  ...assignVars(color, { ...palette[name], ...accentVariables(DEFAULT_ACCENT)[name] }),
  ...assignVars(shadow, shadows[name]),
})

globalStyle(':root', { colorScheme: 'light', vars: scheme('light') })
globalStyle(":root:not([data-theme='light'])", {
  '@media': { '(prefers-color-scheme: dark)': { colorScheme: 'dark', vars: scheme('dark') } },
})
globalStyle(":root[data-theme='dark']", { colorScheme: 'dark', vars: scheme('dark') })
