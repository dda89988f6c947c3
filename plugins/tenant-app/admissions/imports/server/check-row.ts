import { z } from 'zod'
import { email, line, text } from '#core/contract/fields.ts'
import { publicName } from '#core/contract/names.ts'
import { EARLIEST_BIRTHDAY } from '../../students/contract.ts'
import type { ImportField } from '../contract.ts'
import { understandRow, type Texts, type Understanding } from './understanding.ts'
import { partGroups } from './plan-groups.ts'
import { partCell } from './whole-names.ts'

/** Settings by which a file is read, as far as a user has chosen them. */
export interface Reading extends Understanding {
  /** Number of columns with a name, or with room for one. */
  columnCount: number
  /** False while letters beyond ASCII may be misread. */
  isEncodingSure: boolean
}

const MAX_HEALTH_LENGTH = 999

const shapes: Partial<Record<ImportField, z.ZodType<string>>> = {
  firstName: publicName('First name is required'),
  lastName: publicName('Last name is required'),
  grade: line(20),
  group: line(500).refine(
    (cell) => partGroups(cell).every((name) => name.length <= 100),
    'A group has a name of at most 100 characters; write a semicolon between two groups',
  ),
  // A cell of a thousand characters may have been cut off in the file.
  allergies: text(MAX_HEALTH_LENGTH),
  medicalNotes: text(MAX_HEALTH_LENGTH),
  medication: text(MAX_HEALTH_LENGTH),
  ...guardianShapes(1),
  ...guardianShapes(2),
}

function guardianShapes(number: 1 | 2): Partial<Record<ImportField, z.ZodType<string>>> {
  return {
    [`guardian${number}FirstName`]: line(100),
    [`guardian${number}LastName`]: line(100),
    [`guardian${number}Email`]: z.union([z.literal(''), email('Not a valid email address')]),
    [`guardian${number}Phone`]: line(50),
    [`guardian${number}Relationship`]: line(50),
  }
}

/** A parsed row with its errors. */
export interface CheckedRow {
  values: Texts
  dateOfBirth: string | null
  errors: Texts
}

/** Understands the cells of a row and checks each value. @param today as `2026-03-29` */
export function checkRow(cells: readonly string[], reading: Reading, today: string): CheckedRow {
  const values = understandRow(cells, reading)
  const errors: Texts = {}
  if (cells.length > reading.columnCount) {
    errors.firstName = `The row has ${cells.length} cells and the headers name ${reading.columnCount}: a text with a comma needs quotes`
    return { values, dateOfBirth: null, errors }
  }
  if (!reading.isEncodingSure) {
    for (const [field, value] of Object.entries(values)) {
      if (/\P{ASCII}/u.test(value)) errors[field as ImportField] = 'Choose first how to read the file'
    }
    if (Object.keys(errors).length > 0) return { values, dateOfBirth: null, errors }
  }
  return checkValues(values, errors, today)
}

function checkValues(values: Texts, errors: Texts, today: string): CheckedRow {
  const tidy: Texts = { ...values }
  for (const field of new Set([...(Object.keys(values) as ImportField[]), 'firstName', 'lastName'] as const)) {
    const result = shapes[field]?.safeParse(values[field] ?? '')
    if (result?.success) tidy[field] = result.data
    else if (result) errors[field] = result.error.issues[0]?.message ?? 'Not valid'
  }
  const dateOfBirth = values.dateOfBirth || null
  if (dateOfBirth !== null && !/^\d{4}-\d\d-\d\d$/.test(dateOfBirth)) {
    errors.dateOfBirth = 'Not a date. Write it as 2016-05-31'
  } else if (dateOfBirth && dateOfBirth < EARLIEST_BIRTHDAY) errors.dateOfBirth = 'From 1900 on'
  else if (dateOfBirth && dateOfBirth > today) errors.dateOfBirth = 'A birthday cannot be in the future'
  for (const number of [1, 2] as const) {
    const { firstName, lastName, email: address, phone } = guardianValues(tidy, number)
    if (!firstName && !lastName && !address && !phone) continue
    if (!firstName) errors[`guardian${number}FirstName`] ??= 'A guardian has a first name'
    else if (partCell(firstName).length > 1) {
      errors[`guardian${number}FirstName`] ??= 'A row has at most two guardians, both in one cell or each in their own'
    }
    if (!lastName) errors[`guardian${number}LastName`] ??= 'A guardian has a last name'
  }
  return { values: tidy, dateOfBirth, errors }
}

/** Values of one guardian of a row, '' for missing ones. */
export const guardianValues = (values: Texts, number: 1 | 2) => ({
  firstName: values[`guardian${number}FirstName`] ?? '',
  lastName: values[`guardian${number}LastName`] ?? '',
  email: values[`guardian${number}Email`] ?? '',
  phone: values[`guardian${number}Phone`] ?? '',
  relationship: values[`guardian${number}Relationship`] ?? '',
})
