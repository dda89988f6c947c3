/** Invisible characters, which could hide a match. */
const INVISIBLE_CHARACTER = /\p{Default_Ignorable_Code_Point}/gu

// A thousand of them would otherwise expand to eighteen thousand letters without any match.
const SQUARED_WORD = /[\u3300-\u3357\u33ae\u33af\ufdfa\ufdfb]/g

/** Circled digits that Unicode does not decompose, each by the code point before its one. */
const CIRCLED_ZEROS = [0x24f4, 0x2775, 0x277f, 0x2789]

/**
 * Folds a text for matching: one form of each letter without accents, digits of every script and form as ASCII digits, and
 * single spaces. It is at most four times as long as the original.
 */
export function foldText(text: string): string {
  return (
    text
      .replaceAll(SQUARED_WORD, ' ')
      .normalize('NFKD')
      // Includes the mark of keycaps, which turns a digit into a symbol.
      .replaceAll(/\p{M}/gu, '')
      .normalize('NFC')
      .replaceAll(INVISIBLE_CHARACTER, '')
      .replaceAll(/[\p{Nd}\u24f5-\u24fd\u2776-\u277e\u2780-\u2788\u278a-\u2792]/gu, toAsciiDigit)
      .replaceAll('ß', 'ss')
      .replaceAll(/[’‘`´]/g, "'")
      .replaceAll(/\s+/g, ' ')
  )
}

/** Converts a digit of any script: each script has its digits in a row of ten from zero. */
function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  const circled = CIRCLED_ZEROS.find((before) => code > before && code <= before + 9)
  if (circled !== undefined) return String(code - circled)
  let zero = code
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String(code - zero)
}
