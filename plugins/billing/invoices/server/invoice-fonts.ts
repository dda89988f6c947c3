import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

export interface InvoiceFonts {
  /** Bytes, for each document to read anew: a font that was read remembers as which letters its glyphs were used. */
  regular: Buffer
  bold: Buffer
  /**
   * What the font has, as it has it: Latin with its extensions, Greek, Cyrillic. Other scripts (Arabic, Hebrew, Chinese,
   * Japanese, Korean and more) come out as one `?` a letter rather than as nothing: their fonts weigh megabytes, and
   * right-to-left needs more than a font.
   */
  printable: (text: string) => string
}

let loaded: Promise<InvoiceFonts> | undefined

/** Read with the first invoice that somebody asks for, and kept: about 700 kB. */
export function invoiceFonts(): Promise<InvoiceFonts> {
  loaded ??= load()
  return loaded
}

async function load(): Promise<InvoiceFonts> {
  const { create } = await import('fontkit')
  const [regular, bold] = await Promise.all([
    readFile(require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf')),
    readFile(require.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf')),
  ])
  const letters = create(regular)
  return {
    regular,
    bold,
    printable: (text) =>
      Array.from(text.normalize('NFC'), (letter) =>
        letters.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0) ? letter : '?',
      ).join(''),
  }
}
