import { randomInt } from 'node:crypto'

/** Crockford's: no letter that is taken for a digit, when somebody types what is printed. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 10

/** A number that is neither guessed nor counted on: 50 bits of chance. @param prefix the organization's */
export function newNumber(prefix: string, at: Date): string {
  const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)])
  return `${prefix}-${at.getUTCFullYear()}-${letters.join('')}`
}

/** As it is kept, of what somebody has typed or read out: lower case, and letters that look like digits. */
export function typedNumber(text: string): string {
  const [prefix = '', year = '', letters = '', ...more] = text.trim().toUpperCase().split('-')
  return [prefix, year, letters.replaceAll('O', '0').replaceAll(/[IL]/g, '1'), ...more].join('-')
}
