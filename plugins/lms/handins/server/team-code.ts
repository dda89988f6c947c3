import { randomInt } from 'node:crypto'

/** Without letters that are taken for digits, when somebody tells it to others. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 8

/** That nobody guesses, and that is told from mouth to mouth. */
export const newTeamCode = (): string =>
  Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** Normalizes a code that was typed. */
export const typedTeamCode = (text: string): string => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
