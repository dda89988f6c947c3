import type { DateOrder, ImportField, Mapping, NameOrder } from '../contract.ts'
import { parseDate } from './columns.ts'
import { partCell, partContacts, partName, partPeople, splitCell, type NameParts } from './whole-names.ts'

export type Texts = Partial<Record<ImportField, string>>

/** Settings by which the columns of a file are read. */
export interface Understanding {
  mapping: Mapping
  dateOrder: DateOrder
  nameOrder: NameOrder
  /** Current year, as 2026, for years of two digits. */
  thisYear: number
}

/**
 * Parses the cells of a row into fields: whole names into parts, two guardians of one cell into two, dates into `2016-05-31`.
 * Values that cannot be parsed stay as written.
 */
export function understandRow(
  cells: readonly string[],
  { mapping, dateOrder, nameOrder, thisYear }: Understanding,
): Texts {
  const values: Texts = {}
  for (const [field, index] of Object.entries(mapping)) values[field as ImportField] = cells[index] ?? ''
  if (values.dateOfBirth) values.dateOfBirth = parseDate(values.dateOfBirth, dateOrder, thisYear) ?? values.dateOfBirth
  const { fullName, guardian1FullName, guardian2FullName, ...parted } = values
  if (fullName) Object.assign(parted, fillIn(parted, partName(fullName, nameOrder)))
  readGuardian(parted, 1, guardian1FullName, nameOrder)
  readGuardian(parted, 2, guardian2FullName, nameOrder)
  return parted
}

/** Fills in values that have no cell of their own. */
function fillIn(values: Texts, found: Texts): Texts {
  return Object.fromEntries(Object.entries(found).filter(([field]) => !values[field as ImportField]))
}

function readGuardian(values: Texts, number: 1 | 2, fullName: string | undefined, order: NameOrder): void {
  const people = fullName ? partPeople(fullName, order) : peopleOf(values, number)
  const emails = partContacts(values[`guardian${number}Email`] ?? '')
  const phones = splitCell(values[`guardian${number}Phone`] ?? '', /[;,\n]|\s\/\s/)
  const [first, second, ...more] = people
  // More than two guardians, or a second one that contradicts its own columns, stay one text: the row is wrong, and no value is
  // lost.
  const isSecondFree = number === 1 && guardianFields.every((field) => !values[`guardian2${field}`])
  if (more.length > 0 || (second && !isSecondFree)) {
    if (fullName) values[`guardian${number}FirstName`] = fullName
    return
  }
  if (first && (fullName || second)) {
    values[`guardian${number}FirstName`] = first.firstName
    values[`guardian${number}LastName`] = first.lastName
  }
  if (!second) return
  values.guardian2FirstName = second.firstName
  values.guardian2LastName = second.lastName
  if (values.guardian1Relationship) values.guardian2Relationship = values.guardian1Relationship
  if (emails.length === 2) [values.guardian1Email, values.guardian2Email] = emails
  if (phones.length === 2) [values.guardian1Phone, values.guardian2Phone] = phones
}

const guardianFields = ['FirstName', 'LastName', 'Email', 'Phone', 'Relationship'] as const

/** Lists the people in the cells of first and last names: `Maria & José`, `Lopez`. */
function peopleOf(values: Texts, number: 1 | 2): NameParts[] {
  const lasts = partCell(values[`guardian${number}LastName`] ?? '')
  return partCell(values[`guardian${number}FirstName`] ?? '').map((firstName, index) => ({
    firstName,
    lastName: lasts[index] ?? lasts[0] ?? '',
  }))
}
