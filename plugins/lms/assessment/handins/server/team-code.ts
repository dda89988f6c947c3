import { randomInt } from 'node:crypto'

/** Leaves out letters that are mistaken for digits when a code is read aloud. */
const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_LENGTH = 8

/** Creates a code that cannot be guessed and is easy to read aloud. */
export const createTeamCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('')

/** Normalizes a typed code. */
export const normalizeTeamCode = (text: string): string => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
