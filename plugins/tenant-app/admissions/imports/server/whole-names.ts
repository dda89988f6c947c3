import { fold } from '#core/contract/fold.ts'
import type { NameOrder } from '../contract.ts'

/** A name in its parts. */
export interface NameParts {
  firstName: string
  lastName: string
}

/** Particles that belong to the last name after them. */
const particles = new Set(
  'af al ap bin bint da das de del della den der di do dos du el la las le los ibn mac mc o saint san st te ten ter van vander vom von y zu zum zur'.split(
    ' ',
  ),
)

const isParticle = (word: string) => particles.has(fold(word).replaceAll(/[.’']/g, ''))

/**
 * Splits a whole name: by its comma (`Lopez, Ana`), else by the order that a user chose. Without one, the last word is the last
 * name, with the particles before it (`Ludwig van Beethoven`). A name of one word has no last name.
 */
export function partName(name: string, order: NameOrder): NameParts {
  const [last = '', first] = name.split(',', 2).map((part) => part.trim())
  if (first !== undefined) return { firstName: first, lastName: last }
  const words = name.split(/\s+/).filter((word) => word !== '')
  if (words.length <= 1) return { firstName: words[0] ?? '', lastName: '' }
  let from = words.length - 1
  if (order === 'first-last') {
    while (from > 1 && isParticle(words[from - 1] ?? '')) from--
    return { firstName: words.slice(0, from).join(' '), lastName: words.slice(from).join(' ') }
  }
  let end = 1
  while (end < words.length - 1 && isParticle(words[end - 1] ?? '')) end++
  return { firstName: words.slice(end).join(' '), lastName: words.slice(0, end).join(' ') }
}

/** Signs and words between two people in one cell. */
const BETWEEN_PEOPLE = /[;&/+\n]|\s(?:and|und|et)\s/i

/** Splits a cell at a separator, trims its parts and drops empty ones. */
export const splitCell = (cell: string, sign: RegExp | string): string[] =>
  cell
    .split(sign)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Splits a cell at separators between people. */
export const partCell = (cell: string): string[] => splitCell(cell, BETWEEN_PEOPLE)

/** Splits a cell into the people in it: `Maria & José Lopez`, `Maria Lopez; José Lopez`, `Maria Lopez, José Lopez`. */
export function partPeople(cell: string, order: NameOrder): NameParts[] {
  const names = partCell(cell)
  if (names.length === 1 && names[0] !== undefined) {
    const parts = splitCell(names[0], ',')
    // `Lopez, Maria` is one person, with the last name first.
    if (parts.length > 1 && parts.every((part) => /\s/.test(part))) names.splice(0, 1, ...parts)
  }
  const people = names.map((name) => partName(name, order))
  const shared = people.find(({ lastName }) => lastName !== '')?.lastName ?? ''
  return people.map((one) => (one.lastName === '' ? { ...one, lastName: shared } : one))
}

/** Splits a cell of contacts, one for each person. */
export const partContacts = (cell: string): string[] => splitCell(cell, /[;,/\s]/)
