import { fold } from '#core/contract/fold.ts'

/** Letters that folding leaves, as people write them without their keyboard. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = { ð: 'd', þ: 'th' }

/** Words beside a name that tell who someone is. */
const TITLES = new Set(
  'mr mrs ms mx miss dr sir dad daddy father papa mom mum mommy mummy mother mama parent guardian herr frau'.split(' '),
)

/** Apostrophes as keyboards, files and languages write them. */
const APOSTROPHES = /['’‘‛ʼʻ`´′]/gu

/** Splits a name into words in small letters, without marks and titles. */
function wordsOf(name: string): string[] {
  const plain = fold(name.replaceAll(APOSTROPHES, ''))
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .replaceAll(/[ðþ]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '' && !TITLES.has(word))
}

/** Counts letters that are put in, left out, changed or exchanged with their neighbor, to make one word another. */
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

/** Letters of a word that may be wrong, by its length. */
const mistakesIn = ({ length }: string) => (length <= 2 ? 0 : length <= 5 ? 1 : 2)

/** Letters of a word that are compared; names in one word are shorter. */
const MAX_WORD_LENGTH = 60

/** Letters that a short form has at least, as Ken of Kenneth. */
const MIN_SHORT_FORM_LENGTH = 3

const isShortForm = (short: string, long: string) => short.length >= MIN_SHORT_FORM_LENGTH && long.startsWith(short)

function isNear(typed: string, known: string): boolean {
  if (typed.length === 1) return known.startsWith(typed)
  if (isShortForm(typed, known) || isShortForm(known, typed)) return true
  return isTypedAs(typed, known)
}

/** Tells whether two names have the same words, however they are written and ordered. Titles alone, as Mom, are no name. */
export function isSameName(one: string, other: string): boolean {
  const [words, others] = [wordsOf(one).toSorted().join(' '), wordsOf(other).toSorted().join(' ')]
  return words === '' && others === '' ? fold(one.trim()) === fold(other.trim()) : words === others
}

/** Puts words together in each order that begins with another of them, and backwards. */
const joinInOrders = (words: readonly string[]): string[] => [
  ...words.map((_, index) => [...words.slice(index), ...words.slice(0, index)].join('')),
  words.toReversed().join(''),
]

/** Tells whether two to four typed letters are initials of a name, in any order. */
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
 * Tells whether a typed name may be meant for a known one: with typing errors, in another order, without spaces, with more
 * words, or with a part or the initials of it alone. It rather matches a name too many: a person looks at it.
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

/** Tells whether a text is another one with typing errors. */
function isTypedAs(typed: string, known: string): boolean {
  const [one, other] = [typed.slice(0, MAX_WORD_LENGTH), known.slice(0, MAX_WORD_LENGTH)]
  const mistakes = mistakesIn(known)
  return Math.abs(one.length - other.length) <= mistakes && distanceOf(one, other) <= mistakes
}

/** Tells whether two names have a word in common, as those of relatives do. */
export function sharesName(one: string, other: string): boolean {
  const words = wordsOf(other)
  return wordsOf(one).some((word) => word.length > 1 && words.some((known) => isTypedAs(word, known)))
}

/** Digits that make a telephone number one of its own, without codes of countries. */
const MIN_PHONE_DIGITS = 7

/** Tells whether a text has the last digits of a telephone number in it. */
export function namesPhone(text: string, phone: string): boolean {
  const [digits, known] = [text, phone].map((one) => one.normalize('NFKC').replaceAll(/\D/g, ''))
  return (
    known !== undefined && known.length >= MIN_PHONE_DIGITS && (digits ?? '').includes(known.slice(-MIN_PHONE_DIGITS))
  )
}
