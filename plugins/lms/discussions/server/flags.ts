import type { HoldReason } from '../moderation-contract.ts'

type Flag = Extract<HoldReason, 'phone' | 'email' | 'address' | 'link'>

// Days, times and years look like numbers of telephones to whoever counts digits.
const CALENDAR =
  /\b\d{4}-\d{1,2}-\d{1,2}\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b|\b(?:1[89]|20)\d\d\s?[-–]\s?(?:1[89]|20)\d\d\b/g

/** Seven digits and more, however they are grouped. A decimal or thousands in threes is a number. */
const PHONE = /(?:\+|\b)\d(?:[\s().\-–/]{0,3}\d){6,}/
const THOUSANDS = /(?<![\d.,+])\d{1,3}(?:[,.’' ]\d{3}){2,}(?:[.,]\d+)?(?![\d])/g

const NAME = String.raw`[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?`
const ENDINGS =
  'com|org|net|edu|gov|info|biz|io|app|dev|me|tv|gg|ly|co|uk|us|ca|au|nz|ie|de|at|ch|fr|es|it|nl|be|pl|se|no|dk|fi|pt|ru|ua|cn|jp|in|br|mx|eu|xyz|online|site|link|shop|club|live'

const MAIL = new RegExp(
  String.raw`[\p{L}\d._%+-]+\s?(?:@|\(at\)|\[at\])\s?${NAME}(?:\s?(?:\.|\(dot\)|\[dot\])\s?${NAME})+`,
  'iu',
)
const MAIL_IN_WORDS = new RegExp(String.raw`[\p{L}\d._-]+\s+at\s+${NAME}\s+dot\s+(?:${ENDINGS})\b`, 'iu')

const LINK = new RegExp(
  String.raw`[a-z][a-z\d+.-]*:\/\/\S|\bwww\.\S|(?<![@\p{L}\d.-])(?:${NAME}\.)+(?:${ENDINGS})(?![\p{L}\d-])`,
  'iu',
)

const WAYS = 'street|avenue|road|lane|boulevard|highway|terrace|crescent'
const SHORT_WAYS = 'St|Ave|Rd|Ln|Drive|Dr|Blvd|Court|Ct|Way|Place|Pl|Square|Sq|Hwy'
const STREETS = [
  // 12 old mill road
  new RegExp(String.raw`\b\d{1,5}[a-z]?,?\s+(?:[\p{L}.’'-]+\s+){1,2}(?:${WAYS})\b`, 'iu'),
  // 221b Baker St; places and ways in small letters are mostly none of these.
  new RegExp(String.raw`\b\d{1,5}[a-z]?,?\s+(?:\p{Lu}[\p{L}.’'-]*\s+){1,4}(?:${SHORT_WAYS})\b`, 'u'),
  // Hauptstraße 12, Am Weg 5
  /\p{L}*(?:stra(?:ß|ss)e|str\.|gasse|allee|weg|platz)\s+\d{1,4}\b/iu,
  // 12 rue de la Paix, Calle Mayor 5
  /\b\d{1,4}\s*,?\s+(?:bis\s+)?(?:rue|avenue|boulevard|allée|chemin)\s+\p{L}/iu,
  /\b(?:calle|avenida)\s+(?:[\p{L}.’'-]+\s+){0,3}[\p{L}.’'-]+,?\s+\d{1,4}\b/iu,
  /\bp\.?\s?o\.?\s?box\s+\d/i,
]

/** Signs that nobody sees, which would hide what is looked for. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}]/gu

/**
 * What a text tells that a child should not tell to strangers, or that leads elsewhere. It rather holds a text too many:
 * somebody looks at it.
 */
export function flagsOf(text: string): Flag[] {
  // Digits and letters of full width, and other forms of the same sign, become the usual ones.
  const plain = text
    .normalize('NFKC')
    .replaceAll(UNSEEN, '')
    .replaceAll(/\p{Nd}/gu, asciiDigit)
  const hasMail = MAIL.test(plain) || MAIL_IN_WORDS.test(plain)
  return [
    ...(PHONE.test(plain.replaceAll(CALENDAR, ' ').replaceAll(THOUSANDS, ' ')) ? (['phone'] as const) : []),
    ...(hasMail ? (['email'] as const) : []),
    ...(STREETS.some((street) => street.test(plain)) ? (['address'] as const) : []),
    ...(LINK.test(plain) ? (['link'] as const) : []),
  ]
}

/** Digits of every script stand in runs of ten that begin with their zero. */
function asciiDigit(digit: string): string {
  let zero = digit.codePointAt(0) ?? 0
  const code = zero
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String(code - zero)
}
