import { matchAlone, matchAnyOf, matchInAnyLanguage } from './patterns.ts'
import { contactWords, units } from './words.ts'

const DAY_PATTERN = String.raw`(?:0?[1-9]|[12]\d|3[01])`
const MONTH_PATTERN = '(?:0?[1-9]|1[0-2])'
const HOUR_PATTERN = String.raw`(?:[01]?\d|2[0-3])`
const MINUTE_PATTERN = String.raw`[0-5]\d`
const YEAR_PATTERN = String.raw`1\d{3}|20\d\d`

/** Digits of dates, times, versions and amounts, which would count as those of a phone number. */
const others: readonly RegExp[] = [
  // 2026-11-23, with an optional time
  new RegExp(
    String.raw`(?<![\d-])(?:${YEAR_PATTERN})[-/.]${MONTH_PATTERN}[-/.]${DAY_PATTERN}(?:T\d\d:\d\d(?::\d\d)?(?:\.\d{1,6})?)?(?![./-]?\d)`,
    'g',
  ),
  // 24.11.2026, 11/24/26; not within 06.12.34.56.78
  new RegExp(
    String.raw`(?<![\d./-])(?:${DAY_PATTERN}([./])${MONTH_PATTERN}|${MONTH_PATTERN}([./])${DAY_PATTERN})[./](?:(?:${YEAR_PATTERN})|\d\d)(?![./-]?\d)`,
    'g',
  ),
  new RegExp(String.raw`(?<!\d[ -]?)(?<![\d+])(?:${YEAR_PATTERN}) ?[-–—/] ?(?:${YEAR_PATTERN})(?![ -]?\d)`, 'g'),
  new RegExp(String.raw`(?<!\d)${HOUR_PATTERN}[:h]${MINUTE_PATTERN}(?::${MINUTE_PATTERN})?(?!\d)`, 'g'),
  new RegExp(
    String.raw`(?<![\d.])${HOUR_PATTERN}\.${MINUTE_PATTERN} ?(?:-|–|bis|to|a|until) ?${HOUR_PATTERN}\.${MINUTE_PATTERN}(?![\d.])`,
    'g',
  ),
  // 3.14159, but not 555.1234567
  /(?<![\d.,+])(?:0|[1-9]\d?)[.,]\d{3,}(?:e[+-]?\d{1,3})?(?!\d|[.,/-]\d)/g,
  // Thousands in threes; with dots or spaces, which phone numbers have too, only up to eight digits.
  /(?<![\d.,+])\d{1,3}(?:[,'’]\d{3}){2,}(?:\.\d+)?(?!\d)/g,
  /(?<![\d.,+] ?)[1-9]\d?(?:[. ]\d{3}){2}(?:,\d+)?(?![. -]?\d)/g,
  new RegExp(String.raw`(?<![\d+.-])[1-9](?:\d{6,14}|\d{0,2}(?:[. ]\d{3}){2,4}) ?(?:${units})(?![\p{L}\d])`, 'giu'),
  /[$€£¥] ?\d[\d.,]{0,14}/g,
  /(?<![\p{L}\d])(?:v|version|ver\.?|release|python|java|node) ?\d{1,6}(?:\.\d{1,6}){1,4}/giu,
  // Points in a plane or in space
  /\( ?-?\d{1,4}(?:\.\d{1,4})?(?: ?[,;|] ?-?\d{1,4}(?:\.\d{1,4})?){1,2} ?\)/g,
  // Private network addresses
  /(?<![\d.])(?:10|127|192\.168|172\.(?:1[6-9]|2\d|3[01])|255)(?:\.\d{1,3}){2,3}(?!\.?\d)/g,
]

const ISBN = /(?<!\d)97[89][- ]?(?:\d[- ]?){9}\d(?!\d)/g

const numberWords = new Map<string, number>(
  Object.values(contactWords).flatMap(({ digits, teens, tens }) => [
    ...digits.flatMap((words, digit) => words.map((word): [string, number] => [word, digit])),
    ...teens.map((word, index): [string, number] => [word, 10 + index]),
    ...tens.map((word, index): [string, number] => [word, 20 + 10 * index]),
  ]),
)
/** Marks a digit that was written as a word. */
const WORD_MARK = '\ue000'
const NUMBER_WORD = new RegExp(matchAlone(matchAnyOf([...numberWords.keys()])), 'giu')
const BETWEEN_DIGITS = new RegExp(
  String.raw`(?<=\d[ ,${WORD_MARK}]{0,4})${matchAlone(matchInAnyLanguage((language) => language.betweenDigits))}(?=[ ,]{0,3}\d)|(?<![\p{L}\d])(?:double|triple|doppel|doble) (?=\d)`,
  'giu',
)
const PHONE_WORD = new RegExp(
  matchAlone(
    matchAnyOf([matchInAnyLanguage((language) => language.phone), 'whatsapp', 'tel', 'telefon', 'telefono', 'phone']),
  ),
  'iu',
)

/** Seven or more digits, grouped in any way. */
const GROUPED = /\+?\d(?:[ ().\-–—/*_|~·•\ue000]{0,6}\d){6,}/g
/** Seven or more single digits, with any separators. */
const SINGLE = /(?<!\d)\d(?:[^\p{L}\p{N}]{1,7}\d(?!\d)){6,}/gu
/** Seven or more digits, if the post announces a number, or some of them are words. */
const ANNOUNCED = /\d(?:[^\p{L}\p{N}]{0,8}\d){6,}/gu

const MIN_DIGITS = 7
/** Minimum digits written as words that make digits with any separators a phone number. */
const MIN_NUMBER_WORDS = 3
/** Minimum numbers of a series that only rises, or only falls. A phone number of pairs has five. */
const MIN_IN_ORDER = 6

export const phonePatterns: readonly RegExp[] = [
  ...others,
  ISBN,
  NUMBER_WORD,
  BETWEEN_DIGITS,
  PHONE_WORD,
  GROUPED,
  SINGLE,
  ANNOUNCED,
]

/** Checks if a folded text contains a phone number. */
export function containsPhone(folded: string): boolean {
  let text = folded.replaceAll(ISBN, (found) => (isBookNumber(found) ? ' x ' : found))
  for (const other of others) text = text.replaceAll(other, ' x ')
  text = text
    .replaceAll(NUMBER_WORD, (word) => ` ${numberWords.get(word.toLowerCase()) ?? word}${WORD_MARK} `)
    .replaceAll(BETWEEN_DIGITS, ' ')
    .replaceAll(/ +/g, ' ')
  const isEquation = ({ 0: found, index }: RegExpExecArray) => isFollowedByEquals(text, index + found.length)
  for (const found of text.matchAll(GROUPED)) {
    if (!isListed(found[0]) && !(hasOperators(found[0]) && isEquation(found))) return true
  }
  for (const found of text.matchAll(SINGLE)) if (!isEquation(found) && hasLikeSingles(found[0])) return true
  const isAnnounced = PHONE_WORD.test(text)
  return [...text.matchAll(ANNOUNCED)].some(
    (found) =>
      (isAnnounced || found[0].split(WORD_MARK).length > MIN_NUMBER_WORDS) && !isListed(found[0]) && !isEquation(found),
  )
}

const findNumbers = (run: string) => run.match(/\d+/g) ?? []

/** Checks if the numbers are a series, years, zeros and ones, or a sum. */
function isListed(run: string): boolean {
  if (run.startsWith('+') || run.startsWith('00')) return false
  const numbers = findNumbers(run)
  if (numbers.join('').match(/^[01]{8,}$/)) return true
  if (numbers.length > 1 && numbers.every((number) => /^(?:1\d|20)\d\d$/.test(number))) return true
  if (hasMixedOperators(run)) return true
  return numbers.length >= MIN_IN_ORDER && isInOrder(numbers)
}

function isInOrder(numbers: readonly string[]): boolean {
  const steps = numbers.slice(1).map((number, index) => Number(number) - Number(numbers[index]))
  return steps.every((step) => step >= 0) || steps.every((step) => step <= 0)
}

const findSeparators = (run: string) => run.replaceAll(WORD_MARK, '').split(/\d+/).slice(1, -1)

/**
 * Checks for sums and products such as `12 * 34 - 56 / 78`: phone numbers do not mix two separators with spaces around them.
 */
const hasMixedOperators = (run: string) => new Set(findSeparators(run).filter((one) => /^ [*/–-] $/.test(one))).size > 1

const hasOperators = (run: string) => findSeparators(run).every((one) => /^ ?[*/–-] ?$/.test(one))

function isFollowedByEquals(text: string, end: number): boolean {
  return /^ ?=/.test(text.slice(end, end + 2))
}

/** Checks if seven or more digits have the same separator each time; all symbols and emoji count as one. */
function hasLikeSingles(run: string): boolean {
  const digits = findNumbers(run)
  const signs = findSeparators(run).map((one) => one.replaceAll(/ /g, '').replaceAll(/\p{S}/gu, '¤'))
  let start = 0
  for (let at = 1; at <= signs.length; at += 1) {
    if (at < signs.length && signs[at] === signs[start]) continue
    const alike = digits.slice(start, at + 1)
    if (alike.length >= MIN_DIGITS && !isInOrder(alike) && !/^[01]+$/.test(alike.join(''))) return true
    start = at
  }
  return false
}

/** Checks if it is an ISBN of thirteen digits, with a valid check digit. */
function isBookNumber(written: string): boolean {
  const digits = written.replaceAll(/\D/g, '')
  const sum = Array.from(digits, (digit, index) => Number(digit) * (index % 2 === 0 ? 1 : 3)).reduce((a, b) => a + b, 0)
  return digits.length === 13 && sum % 10 === 0
}
