import { DEFAULT_ACCENT } from '#core/contract/accent.ts'
import { contrast, mix, parseHex, toHex } from '#core/contract/contrast.ts'
import type { Rgb } from '#core/contract/contrast.ts'
import { palette } from './palette.ts'
import type { Scheme } from './palette.ts'

/** Colors derived from one accent color in one scheme, all as `#rrggbb`. */
export interface AccentColors {
  /** Fill of primary buttons, checked boxes, progress. At least 3:1 against the page. */
  accent: string
  /** The fill under the pointer. */
  accentHover: string
  /** Text on either fill, at least 4.5:1. */
  accentText: string
  /** Tint behind selected and highlighted things. */
  accentSubtle: string
  /** The accent as text: at least 4.5:1 on the page, on cards and on the tint. */
  accentInk: string
}

const white: Rgb = [255, 255, 255]
const black: Rgb = [0, 0, 0]

function color(hex: string): Rgb {
  const parsed = parseHex(hex)
  if (!parsed) throw new Error(`Not a hex color: ${hex}`)
  return parsed
}

/** Rounded as it will be written, so that what was checked is what is shown. */
function roundColor(value: Rgb): Rgb {
  return color(toHex(value))
}

/** The nearest shade of `wanted`, moved towards `extreme`, that reaches `ratio` on every one of `grounds`. */
function readable(wanted: Rgb, extreme: Rgb, ratio: number, grounds: readonly Rgb[]): Rgb {
  for (let share = 0; share < 1; share += 0.02) {
    const shade = roundColor(mix(wanted, extreme, share))
    if (grounds.every((ground) => contrast(shade, ground) >= ratio)) return shade
  }
  return extreme
}

function inScheme(wanted: Rgb, scheme: Scheme): AccentColors {
  const grounds = [palette[scheme].surface, palette[scheme].canvas, palette[scheme].raised].map(color)
  const away = scheme === 'light' ? black : white
  const accent = readable(wanted, away, 3, grounds)
  // White is kept while it reads well, since it is what people expect on a colored button; else black always does.
  const text = contrast(accent, white) >= 4.5 ? white : black
  const hover = roundColor(mix(accent, text === white ? black : white, 0.12))
  const subtle = roundColor(mix(color(palette[scheme].surface), accent, scheme === 'light' ? 0.09 : 0.2))
  const ink = readable(wanted, away, 4.5, [...grounds, subtle])
  return {
    accent: toHex(accent),
    accentHover: toHex(hover),
    accentText: toHex(text),
    accentSubtle: toHex(subtle),
    accentInk: toHex(ink),
  }
}

/** Contrast-safe colors for both schemes from one accent. Anything that is not a hex color gives the default's. */
export function accentVariables(hex: string): Record<Scheme, AccentColors> {
  const wanted = parseHex(hex) ?? color(DEFAULT_ACCENT)
  return { light: inScheme(wanted, 'light'), dark: inScheme(wanted, 'dark') }
}

const variableNames: Record<keyof AccentColors, string> = {
  accent: '--trellis-accent',
  accentHover: '--trellis-accent-hover',
  accentText: '--trellis-accent-text',
  accentSubtle: '--trellis-accent-subtle',
  accentInk: '--trellis-accent-ink',
}

function declarations(colors: AccentColors): string {
  return Object.entries(variableNames)
    .map(([key, name]) => `${name}: ${colors[key as keyof AccentColors]};`)
    .join(' ')
}

let sheet: CSSStyleSheet | undefined

/**
 * Gives the whole page an organization's accent in both schemes; `undefined` goes back to the default.
 * A constructed sheet, because a content security policy without 'unsafe-inline' refuses style elements.
 */
export function applyAccent(hex: string | undefined): void {
  if (!hex && !sheet) return
  if (!sheet) {
    sheet = new CSSStyleSheet()
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }
  if (!hex) {
    sheet.replaceSync('')
    return
  }
  const { light, dark } = accentVariables(hex)
  sheet.replaceSync(`
    :root { ${declarations(light)} }
    @media (prefers-color-scheme: dark) { :root:not([data-theme='light']) { ${declarations(dark)} } }
    :root[data-theme='dark'] { ${declarations(dark)} }
  `)
}
