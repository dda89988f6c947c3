import { fold } from '#core/contract/fold.ts'

/** Letters that folding keeps, as people type them on other keyboards. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = { ð: 'd', þ: 'th' }

/** Titles and family words beside a name. */
const TITLES = new Set(
  'mr mrs ms mx miss dr sir dad daddy father papa mom mum mommy mummy mother mama parent guardian herr frau'.split(' '),
)

/** Apostrophes of keyboards, files and languages. */
const APOSTROPHES = /['’‘‛ʼʻ`´′]/gu

/** Splits a name into lower-case words, without marks and titles. */
function wordsOf(name: string): string[] {
  const plain = fold(name.replaceAll(APOSTROPHES, ''))
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .replaceAll(/[ðþ]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '' && !TITLES.has(word))
}

/** Counts insertions, deletions, substitutions and swaps of neighboring letters between two words. */
function distanceOf(one: string, other: string): number {
  let [before, row]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      let least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        least = Math.min(least, (before[j - 2] ?? 0) + 1)
      }
      next.push(least)
    }
    ;[before, row] = [row, next]
  }
  return row[other.length] ?? 0
}

/** Number of letters of a word that may differ, by its length. */
const mistakesIn = ({ length }: string) => (length <= 2 ? 0 : length <= 5 ? 1 : 2)

/** Number of letters of a word that are compared; words of names are shorter. */
const MAX_WORD_LENGTH = 60

/** Minimum length of a short form, such as Ken for Kenneth. */
const MIN_SHORT_FORM_LENGTH = 3

const isShortForm = (short: string, long: string) => short.length >= MIN_SHORT_FORM_LENGTH && long.startsWith(short)

function isNear(typed: string, known: string): boolean {
  if (typed.length === 1) return known.startsWith(typed)
  if (isShortForm(typed, known) || isShortForm(known, typed)) return true
  return isTypedAs(typed, known)
}

/** Reports whether two names have the same words in any spelling and order. Titles alone, such as Mom, are no name. */
export function isSameName(one: string, other: string): boolean {
  const [words, others] = [wordsOf(one).toSorted().join(' '), wordsOf(other).toSorted().join(' ')]
  return words === '' && others === '' ? fold(one.trim()) === fold(other.trim()) : words === others
}

/** Joins words in each rotation, and in reverse. */
const joinInOrders = (words: readonly string[]): string[] => [
  ...words.map((_, index) => [...words.slice(index), ...words.slice(0, index)].join('')),
  words.toReversed().join(''),
]

/** Reports whether two to four typed letters are initials of a name, in any order. */
function areInitials(typed: string, words: readonly string[]): boolean {
  if (typed.length < 2 || typed.length > 4) return false
  const initials = words.map((word) => word.slice(0, 1))
  return Array.from(typed).every((letter) => {
    const at = initials.indexOf(letter)
    if (at >= 0) initials.splice(at, 1)
    return at >= 0
  })
}

/**
 * Reports whether a typed name may mean a known one: with typing errors, in another order, without spaces, with more words, or
 * as a part or the initials only. It prefers false positives, since a person checks the match.
 */
export function isSimilarName(typed: string, known: string): boolean {
  const [some, all] = [wordsOf(typed), wordsOf(known)]
  if (some.length === 0 || all.length === 0) return false
  const isFound = (word: string) => some.some((one) => isNear(one, word))
  const isPart = (word: string) => all.some((one) => isNear(word, one))
  if (all.every(isFound) || (some.every(isPart) && some.some((word) => word.length > 1))) return true
  const joined = some.join('')
  return areInitials(joined, all) || joinInOrders(all).some((name) => isTypedAs(joined, name))
}

/** Reports whether a text equals another one up to typing errors. */
function isTypedAs(typed: string, known: string): boolean {
  const [one, other] = [typed.slice(0, MAX_WORD_LENGTH), known.slice(0, MAX_WORD_LENGTH)]
  const mistakes = mistakesIn(known)
  return Math.abs(one.length - other.length) <= mistakes && distanceOf(one, other) <= mistakes
}

/** Reports whether two names share a word, as relatives' names do. */
export function sharesName(one: string, other: string): boolean {
  const words = wordsOf(other)
  return wordsOf(one).some((word) => word.length > 1 && words.some((known) => isTypedAs(word, known)))
}

/** Minimum number of digits of a telephone number, without country codes. */
const MIN_PHONE_DIGITS = 7

/** Reports whether a text contains the last digits of a telephone number. */
export function namesPhone(text: string, phone: string): boolean {
  const [digits, known] = [text, phone].map((one) => one.normalize('NFKC').replaceAll(/\D/g, ''))
  return (
    known !== undefined && known.length >= MIN_PHONE_DIGITS && (digits ?? '').includes(known.slice(-MIN_PHONE_DIGITS))
  )
}
