import { toAsciiDigits } from '#core/contract/parse-number.ts'

/**
 * Letters that lowercasing does not unify: their other case has two letters, or is special at the end of a word or in Turkish.
 */
const letters: Readonly<Record<string, string>> = { ß: 'ss', ς: 'σ', ı: 'i' }

/**
 * Normalizes an answer for comparison: quotation marks, dashes, spaces, digits and full-width letters of all keyboards are
 * unified, invisible characters are removed. Letters keep their accents.
 */
export function foldAnswer(text: string, isCaseSensitive: boolean): string {
  const plain = toAsciiDigits(
    text
      .replaceAll(/[\uFF01-\uFF5E]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
      .normalize('NFC')
      .replaceAll(/[\u00AD\u200B\u200E\u200F\u2060-\u2064\uFEFF]|[\u202A-\u202E\u2066-\u2069]/g, '')
      .replaceAll(/[\u2018-\u201B\u2032\u02BC\u00B4`]/g, "'")
      .replaceAll(/[\u201C-\u201F\u2033\u00AB\u00BB]/g, '"')
      .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
      .replaceAll('\u2026', '...')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  ).replace(/^([+-]?\d+),(\d+)$/, '$1.$2')
  if (isCaseSensitive) return plain
  return plain
    .toLowerCase()
    .replaceAll('i\u0307', 'i')
    .replaceAll(/[ßςı]/g, (letter) => letters[letter] ?? letter)
}
