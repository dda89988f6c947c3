import { randomInt } from 'node:crypto'

/** Crockford's: no letter that is taken for a digit, when somebody types what is printed. */
const NUMBER_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const NUMBER_LENGTH = 10

/** Prefix of an organization's numbers, and the zone in which its years begin. */
interface Numbering {
  prefix: string
  timeZone: string
}

/** A number that is neither guessed nor counted on: 50 bits of chance. @param at an instant */
export function createNumber({ prefix, timeZone }: Numbering, at: string): string {
  const letters = Array.from({ length: NUMBER_LENGTH }, () => NUMBER_ALPHABET[randomInt(NUMBER_ALPHABET.length)])
  const { year } = Temporal.Instant.from(at).toZonedDateTimeISO(timeZone)
  return `${prefix}-${year}-${letters.join('')}`
}

/** Normalizes a number that was typed or read out: lower case, and letters that look like digits. */
export function normalizeNumber(text: string): string {
  const [prefix = '', year = '', letters = '', ...more] = text.trim().toUpperCase().split('-')
  return [prefix, year, letters.replaceAll('O', '0').replaceAll(/[IL]/g, '1'), ...more].join('-')
}
