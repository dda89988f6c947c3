import { randomInt } from 'node:crypto'

/** Without letters that are taken for digits, when somebody tells it to others. */
const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_LENGTH = 8

/** That nobody guesses, and that is told from mouth to mouth. */
export const createTeamCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('')

/** Normalizes a code that was typed. */
export const normalizeTeamCode = (text: string): string => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
