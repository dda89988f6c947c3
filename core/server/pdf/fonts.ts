import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { create, type Font } from 'fontkit'
import type { Weight } from './parts.ts'
import { shapeByHarfBuzz } from './shaping.ts'
import { unpackWoff } from './woff.ts'

const require = createRequire(import.meta.url)

/** In the order in which they are asked for a letter: Latin, Greek and Cyrillic first, as the screens have them. */
const families = ['latin', 'arabic', 'hebrew'] as const
/** In one weight each: a font of theirs has ten thousand letters and more. */
const largeFamilies = ['chinese', 'japanese', 'korean'] as const
/** Scripts with a font of their own that HarfBuzz shapes, and what asks for it. */
export const shapedScripts = {
  devanagari: /\p{Script=Devanagari}|[\u0964\u0965]/u,
  thai: /\p{Script=Thai}|\u0E3F/u,
  tamil: /\p{Script=Tamil}/u,
  myanmar: /\p{Script=Myanmar}/u,
  khmer: /\p{Script=Khmer}/u,
  ethiopic: /\p{Script=Ethiopic}/u,
  georgian: /\p{Script=Georgian}/u,
  armenian: /\p{Script=Armenian}/u,
  bengali: /\p{Script=Bengali}/u,
  telugu: /\p{Script=Telugu}/u,
  sinhala: /\p{Script=Sinhala}/u,
  gujarati: /\p{Script=Gujarati}/u,
  gurmukhi: /\p{Script=Gurmukhi}/u,
  kannada: /\p{Script=Kannada}/u,
  malayalam: /\p{Script=Malayalam}/u,
  oriya: /\p{Script=Oriya}/u,
  lao: /\p{Script=Lao}/u,
  // Outlines in one color and one weight.
  emoji: /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\u20E3]/u,
}
type ShapedFamily = keyof typeof shapedScripts
const shapedFamilies = Object.keys(shapedScripts) as ShapedFamily[]
export type Family = (typeof families)[number] | (typeof largeFamilies)[number] | ShapedFamily
type LargeFamily = (typeof largeFamilies)[number]

const files: Record<(typeof families)[number], Record<Weight, string>> = {
  latin: {
    regular: require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
    bold: require.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
  },
  // With a glyph for each form of a letter. Fonts that compose letters of parts, as Noto's, are read back as other letters.
  arabic: {
    regular: require.resolve('@expo-google-fonts/vazirmatn/400Regular/Vazirmatn_400Regular.ttf'),
    bold: require.resolve('@expo-google-fonts/vazirmatn/600SemiBold/Vazirmatn_600SemiBold.ttf'),
  },
  hebrew: {
    regular: require.resolve('@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf'),
    bold: require.resolve('@expo-google-fonts/noto-sans-hebrew/600SemiBold/NotoSansHebrew_600SemiBold.ttf'),
  },
}

const besideModule = (name: string, file: string) => join(require.resolve(name), '..', '..', 'fonts', file)

const largeFiles: Record<LargeFamily, string> = {
  chinese: besideModule('@embedpdf/fonts-sc', 'NotoSansHans-Regular.otf'),
  japanese: besideModule('@embedpdf/fonts-jp', 'NotoSansJP-Regular.otf'),
  korean: require.resolve('@expo-google-fonts/gowun-dodum/400Regular/GowunDodum_400Regular.ttf'),
}

const emojiFile = require.resolve('@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf')

function shapedFile(family: ShapedFamily, weight: Weight): string {
  if (family === 'emoji') return emojiFile
  const number = weight === 'bold' ? 600 : 400
  return require.resolve(`@fontsource/noto-sans-${family}/files/noto-sans-${family}-${family}-${number}-normal.woff`)
}

export interface PdfFonts {
  /** A font as pdfkit takes it, parsed once. */
  fontOf: (family: Family, weight: Weight) => Font
  /**
   * Finds the family that has a letter; undefined where none has.
   * @param isJapanese whether a letter that Chinese and Japanese write differently is to look Japanese
   */
  familyOf: (letter: string, isJapanese: boolean) => Family | undefined
  /** True if a family has a letter. */
  has: (family: Family, letter: string) => boolean
}

/**
 * Parsed fonts, by their file: those of this list at most, which is some 30 MB. Each is read with the first letter that
 * needs it, and the large ones take 4 to 8 MB and some hundred milliseconds.
 */
const parsed = new Map<string, Font>()

function fontIn(file: string, { isShaped = false } = {}): Font {
  const known = parsed.get(file)
  if (known) return known
  const bytes = readFileSync(file)
  const font = create(bytes)
  if (isShaped) shapeByHarfBuzz(font, file.endsWith('.woff') ? unpackWoff(bytes) : bytes)
  parsed.set(file, font)
  return font
}

/** The fonts for one document. Documents that are drawn at the same time would mix up their letters. */
export function fontsForDocument(): PdfFonts {
  // A glyph remembers the letters that it was first used for, and yields them when its text is copied. It also has its
  // outline, so that the glyphs of all documents together would be the whole font.
  for (const font of parsed.values()) font._glyphs = {}
  return { fontOf, has, familyOf }
}

function fontOf(family: Family, weight: Weight): Font {
  if (isLarge(family)) return fontIn(largeFiles[family])
  return isShaped(family) ? fontIn(shapedFile(family, weight), { isShaped: true }) : fontIn(files[family][weight])
}

const has = (family: Family, letter: string): boolean =>
  fontOf(family, 'regular').hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)

function familyOf(letter: string, isJapanese: boolean): Family | undefined {
  const likely = [...shapedFamilies.filter((each) => shapedScripts[each].test(letter)), ...largeFor(letter, isJapanese)]
  return families.find((family) => has(family, letter)) ?? likely.find((family) => has(family, letter))
}

const isLarge = (family: Family): family is LargeFamily => largeFamilies.some((each) => each === family)
const isShaped = (family: Family): family is ShapedFamily => family in shapedScripts

/** Names the fonts that may have a letter, the likeliest first: none is read for one of a script that they do not write. */
function largeFor(letter: string, isJapanese: boolean): readonly LargeFamily[] {
  if (/[\p{Script=Hangul}]/u.test(letter)) return ['korean']
  if (
    !/[\p{Ideographic}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303F\u30FB\u30FC\uFE30-\uFE4F\uFF00-\uFFEF]/u.test(
      letter,
    )
  ) {
    return []
  }
  return isJapanese ? ['japanese', 'chinese'] : ['chinese', 'japanese']
}
