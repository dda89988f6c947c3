/** Invisible signs, which would hide what is looked for. */
const INVISIBLE_CHARACTER = /\p{Default_Ignorable_Code_Point}/gu

// A thousand of them would otherwise be eighteen thousand letters, in which nothing is told.
const SQUARED_WORD = /[\u3300-\u3357\u33ae\u33af\ufdfa\ufdfb]/g

/** Circled digits that Unicode does not decompose, each by the sign before its one. */
const CIRCLED_ZEROS = [0x24f4, 0x2775, 0x277f, 0x2789]

/**
 * Folds a text to what is looked through: one form of each letter without its accents, digits of every script and form as
 * those of ASCII, one blank in place of several. It is at most four times as long as it was.
 */
export function foldText(text: string): string {
  return (
    text
      .replaceAll(SQUARED_WORD, ' ')
      .normalize('NFKD')
      // The marks of keycaps too, which make a sign of a digit.
      .replaceAll(/\p{M}/gu, '')
      .normalize('NFC')
      .replaceAll(INVISIBLE_CHARACTER, '')
      .replaceAll(/[\p{Nd}\u24f5-\u24fd\u2776-\u277e\u2780-\u2788\u278a-\u2792]/gu, toAsciiDigit)
      .replaceAll('ß', 'ss')
      .replaceAll(/[’‘`´]/g, "'")
      .replaceAll(/\s+/g, ' ')
  )
}

/** Digits of every script stand in runs of ten that begin with their zero. */
function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  const circled = CIRCLED_ZEROS.find((before) => code > before && code <= before + 9)
  if (circled !== undefined) return String(code - circled)
  let zero = code
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String(code - zero)
}
