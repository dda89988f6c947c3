import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Font } from 'fontkit'

const require = createRequire(import.meta.url)

/** In the order in which they are asked for a letter: Latin, Greek and Cyrillic first, as the screens have them. */
const families = ['latin', 'arabic', 'hebrew'] as const
/** In one weight each: a font of theirs has ten thousand letters and more. */
const largeFamilies = ['chinese', 'japanese', 'korean'] as const
export type Family = (typeof families)[number] | (typeof largeFamilies)[number]
type LargeFamily = (typeof largeFamilies)[number]
export type Weight = 'regular' | 'bold'

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

export interface PdfFonts {
  /** Bytes, for each document to read anew: a font that was read remembers as which letters its glyphs were used. */
  bytesOf: (family: Family, weight: Weight) => Buffer
  /**
   * Which one has a letter; undefined where none has.
   * @param isJapanese whether a letter that Chinese and Japanese write differently is to look Japanese
   */
  familyOf: (letter: string, isJapanese: boolean) => Family | undefined
}

let loaded: Promise<PdfFonts> | undefined

/**
 * Read with the first document that somebody asks for, and kept: about 1.2 MB. The large ones, of 4 to 8 MB each, with the
 * first letter that needs them.
 */
export function pdfFonts(): Promise<PdfFonts> {
  loaded ??= load()
  return loaded
}

async function load(): Promise<PdfFonts> {
  const { create } = await import('fontkit')
  const both = async ({ regular, bold }: Record<Weight, string>) => ({
    regular: await readFile(regular),
    bold: await readFile(bold),
  })
  const [latin, arabic, hebrew] = await Promise.all([both(files.latin), both(files.arabic), both(files.hebrew)])
  const bytes = { latin, arabic, hebrew }
  const letters = families.map((family) => ({ family, font: create(bytes[family].regular) }))
  const large = largeFonts(create)
  return {
    bytesOf: (family, weight) => (isLarge(family) ? large(family).bytes : bytes[family][weight]),
    familyOf: (letter, isJapanese) => {
      const point = letter.codePointAt(0) ?? 0
      const has = ({ font }: { font: Font }) => font.hasGlyphForCodePoint(point)
      return letters.find(has)?.family ?? largeFor(letter, isJapanese).find((family) => has(large(family)))
    },
  }
}

/** Reads a file when it is first needed: a document of such letters waits some milliseconds once. */
function largeFonts(create: (file: Uint8Array) => Font) {
  const read = new Map<LargeFamily, { bytes: Buffer; font: Font }>()
  return (family: LargeFamily) => {
    const known = read.get(family)
    if (known) return known
    const bytes = readFileSync(largeFiles[family])
    const font = { bytes, font: create(bytes) }
    read.set(family, font)
    return font
  }
}

const isLarge = (family: Family): family is LargeFamily => largeFamilies.some((each) => each === family)

/** Which fonts may have a letter, the likeliest first: none is read for one of a script that they do not write. */
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
