/** Accents and vowel signs of Latin, Greek, Cyrillic, Hebrew and Arabic writing, which people leave out when they type. */
const MARKS =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]/gu

/** Letters that Unicode does not decompose into a letter and a mark, and those that have another form at the end of a word. */
const letters: Readonly<Record<string, string>> = {
  ς: 'σ',
  ı: 'i',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ħ: 'h',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
}

/**
 * Folds text to the form in which texts are searched and compared: without case, accents and forms of letters, so that
 * `İBRAHİM`, `ibrahim` and `ıbrahım` are one. The function `fold` of the database does the same; a law test holds the two
 * together. Where the database compares, it folds what was typed itself.
 */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(MARKS, '')
    .replaceAll(/[ςıøłđħßæœ]/gu, (letter) => letters[letter] ?? letter)
