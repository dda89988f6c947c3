const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Scripts that put no blank between words, so that a line may end after each. */
const WITHOUT_BLANKS = /[\p{Script=Thai}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Lao}]/u

const OPENING = /^[\p{Ps}\p{Pi}]+$/u

/** Splits a text where a line may end; each word has the blanks after it. */
export function wordsOf(text: string): string[] {
  const words = text.split(/(?<= )(?! )/)
  return words.flatMap((word) => (WITHOUT_BLANKS.test(word) ? segmentsOf(word) : [word]))
}

/** Splits by a dictionary; blanks and punctuation stay with the word before, opening brackets with the one after. */
function segmentsOf(text: string): string[] {
  const words: string[] = []
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    const last = words.at(-1)
    const isNew = isWordLike || OPENING.test(segment)
    if (last === undefined || (isNew && !OPENING.test(last))) words.push(segment)
    else words[words.length - 1] = last + segment
  }
  return words
}

/** Splits a text into what readers take for one letter, with its marks. */
export function graphemesOf(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment)
}
