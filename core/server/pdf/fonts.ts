import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** In the order in which they are asked for a letter: Latin, Greek and Cyrillic first, as the screens have them. */
export const families = ['latin', 'arabic', 'hebrew'] as const
export type Family = (typeof families)[number]
export type Weight = 'regular' | 'bold'

const files: Record<Family, Record<Weight, string>> = {
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

export interface PdfFonts {
  /** Bytes, for each document to read anew: a font that was read remembers as which letters its glyphs were used. */
  bytes: Record<Family, Record<Weight, Buffer>>
  /** Which one has a letter, or undefined: Chinese, Japanese, Korean and others, whose fonts weigh megabytes each. */
  familyOf: (letter: string) => Family | undefined
}

let loaded: Promise<PdfFonts> | undefined

/** Read with the first document that somebody asks for, and kept: about 1.2 MB. */
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
  return {
    bytes,
    familyOf: (letter) => letters.find(({ font }) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))?.family,
  }
}
