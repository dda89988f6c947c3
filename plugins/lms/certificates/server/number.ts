import { randomInt } from 'node:crypto'

/** Crockford's alphabet: no letters that are mistaken for digits when a printed number is typed. */
const NUMBER_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const NUMBER_LENGTH = 10

/** Prefix of an organization's numbers, and the time zone in which its years begin. */
interface Numbering {
  prefix: string
  timeZone: string
}

/** Creates a number that cannot be guessed: 50 random bits. @param at an instant */
export function createNumber({ prefix, timeZone }: Numbering, at: string): string {
  const letters = Array.from({ length: NUMBER_LENGTH }, () => NUMBER_ALPHABET[randomInt(NUMBER_ALPHABET.length)])
  const { year } = Temporal.Instant.from(at).toZonedDateTimeISO(timeZone)
  return `${prefix}-${year}-${letters.join('')}`
}

/** Normalizes a typed or dictated number: lower case, and letters that look like digits. */
export function normalizeNumber(text: string): string {
  const [prefix = '', year = '', letters = '', ...more] = text.trim().toUpperCase().split('-')
  return [prefix, year, letters.replaceAll('O', '0').replaceAll(/[IL]/g, '1'), ...more].join('-')
}
