import { fold } from '#core/contract/fold.ts'
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { email, line } from '#core/contract/fields.ts'
import { publicName } from '#core/contract/names.ts'
import { roleNames } from '#core/contract/roles.ts'
import type { TenantScope } from '#core/server/core.ts'
import { MAX_GUARDIANS } from '../../../base/families/server/links.ts'
import { getLocalDay } from '../../../shared/server/time-zone.ts'
import { EARLIEST_BIRTHDAY } from '../../students/contract.ts'
import type { DateOrder, ImportField, Mapping, Outcome } from '../contract.ts'
import { parseDate } from './columns.ts'
import { readNameKeys, readKnown, type Known, type KnownStudent } from './known.ts'

export type Texts = Partial<Record<ImportField, string>>

/** A guardian of a row who is no guardian of the student yet. */
export interface PlannedGuardian {
  /** Rows with the same key mean the same person. */
  key: string
  /** The first or the second of the row. */
  place: 1 | 2
  /** Somebody who is here already. */
  userId: string | null
  email: string | null
  firstName: string
  lastName: string
  phone: string
  relationship: string
}

interface StudentFields {
  firstName: string
  lastName: string
  dateOfBirth: string | null
  grade: string | null
}

export interface AnalyzedRow {
  number: number
  outcome: Outcome
  errors: Texts
  /** Values that a changed row replaces. */
  was: Texts
  /** The student that it means; null for a new one. */
  student: KnownStudent | null
  /** Student's fields afterwards; undefined for a wrong row. */
  fields: StudentFields | undefined
  guardians: PlannedGuardian[]
}

export interface SourceRow {
  number: number
  cells: string[]
  /** Outcome that was noted at the last analysis. */
  outcome: Outcome
}

const shapes: Partial<Record<ImportField, z.ZodType<string>>> = {
  firstName: publicName('First name is required'),
  lastName: publicName('Last name is required'),
  grade: line(20),
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

export function valuesOf({ cells }: Pick<SourceRow, 'cells'>, mapping: Mapping): Texts {
  const values: Texts = {}
  for (const [field, index] of Object.entries(mapping)) values[field as ImportField] = cells[index] ?? ''
  return values
}

interface ReadRow {
  number: number
  values: Texts
  dateOfBirth: string | null
  errors: Texts
  nameKey: string
  guardianKeys: readonly [string, string]
}

/** Analyzes the outcome of each row if it were imported now. Nothing is written. */
export async function analyze(
  scope: TenantScope,
  rows: readonly Pick<SourceRow, 'number' | 'cells'>[],
  { mapping, dateOrder }: { mapping: Mapping; dateOrder: DateOrder },
): Promise<AnalyzedRow[]> {
  const today = await getLocalDay(scope)
  const checked = await mapInTurns(rows, (row) => ({
    number: row.number,
    ...check(valuesOf(row, mapping), dateOrder, today),
  }))
  const emails = checked.flatMap(({ values }) => [values.guardian1Email, values.guardian2Email])
  const known = await readKnown(
    scope,
    emails.flatMap((address) => address || []),
  )
  const keys = await readNameKeys(
    scope,
    checked.flatMap(({ values }) => [
      [values.firstName ?? '', values.lastName ?? ''] as const,
      [values.guardian1FirstName ?? '', values.guardian1LastName ?? ''] as const,
      [values.guardian2FirstName ?? '', values.guardian2LastName ?? ''] as const,
    ]),
  )
  const key = (index: number, place: number) => keys[3 * index + place] ?? ''
  const matching = new Matching(known)
  return mapInTurns(checked, (row, index) =>
    matching.outcomeOf({ ...row, nameKey: key(index, 0), guardianKeys: [key(index, 1), key(index, 2)] }),
  )
}

/** Rows after which whatever else waits in the process has its turn. */
const ROWS_PER_TURN = 250

async function mapInTurns<Row, Result>(
  rows: readonly Row[],
  work: (row: Row, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_PER_TURN === ROWS_PER_TURN - 1) await setImmediate()
    results.push(work(row, index))
  }
  return results
}

function check(values: Texts, order: DateOrder, today: string): Pick<ReadRow, 'values' | 'dateOfBirth' | 'errors'> {
  const errors: Texts = {}
  const tidy: Texts = { ...values }
  for (const field of new Set([...(Object.keys(values) as ImportField[]), 'firstName', 'lastName'] as const)) {
    const result = shapes[field]?.safeParse(values[field] ?? '')
    if (result?.success) tidy[field] = result.data
    else if (result) errors[field] = result.error.issues[0]?.message ?? 'Not valid'
  }
  const dateOfBirth = values.dateOfBirth ? (parseDate(values.dateOfBirth, order) ?? '') : null
  if (dateOfBirth === '') errors.dateOfBirth = 'Not a date; write it as 2016-05-31'
  else if (dateOfBirth && dateOfBirth < EARLIEST_BIRTHDAY) errors.dateOfBirth = 'From 1900 on'
  else if (dateOfBirth && dateOfBirth > today) errors.dateOfBirth = 'A birthday cannot be in the future'
  for (const number of [1, 2] as const) {
    const { firstName, lastName, email: address, phone } = guardianValues(tidy, number)
    if (!firstName && !lastName && !address && !phone) continue
    if (!firstName) errors[`guardian${number}FirstName`] ??= 'A guardian has a first name'
    if (!lastName) errors[`guardian${number}LastName`] ??= 'A guardian has a last name'
  }
  return { values: tidy, dateOfBirth, errors }
}

const guardianValues = (values: Texts, number: 1 | 2) => ({
  firstName: values[`guardian${number}FirstName`] ?? '',
  lastName: values[`guardian${number}LastName`] ?? '',
  email: values[`guardian${number}Email`] ?? '',
  phone: values[`guardian${number}Phone`] ?? '',
  relationship: values[`guardian${number}Relationship`] ?? '',
})

/** Holds rows against who is here, and against the rows before them. */
class Matching {
  readonly #known: Known
  readonly #byId = new Map<string, KnownStudent>()
  readonly #byName = new Map<string, KnownStudent[]>()
  /** The row that means a student, by the id of that one, or by name and birthday of a new one. */
  readonly #meant = new Map<string, number>()

  constructor(known: Known) {
    this.#known = known
    for (const student of known.students) {
      this.#byId.set(student.id, student)
      const alike = this.#byName.get(student.nameKey)
      if (alike) alike.push(student)
      else this.#byName.set(student.nameKey, [student])
    }
  }

  outcomeOf(row: ReadRow): AnalyzedRow {
    const errors = { ...row.errors }
    const wrong = (): AnalyzedRow => ({
      number: row.number,
      outcome: 'wrong',
      errors,
      was: {},
      student: null,
      fields: undefined,
      guardians: [],
    })
    if (Object.keys(errors).length > 0) return wrong()
    const student = this.#studentOf(row, errors)
    if (student === undefined) return wrong()
    const meant = student?.id ?? `${row.nameKey} ${row.dateOfBirth ?? ''}`
    const earlier = this.#meant.get(meant)
    if (earlier !== undefined) {
      errors.firstName = `Row ${earlier} is the same student`
      return wrong()
    }
    const guardians = this.#guardiansOf(row, student, errors)
    if ((student?.guardians.length ?? 0) + guardians.length > MAX_GUARDIANS) {
      errors.guardian1LastName = `A student has at most ${MAX_GUARDIANS} guardians`
    }
    if (Object.keys(errors).length > 0) return wrong()
    this.#meant.set(meant, row.number)
    const fields = fieldsAfter(row, student)
    const was = student ? replacedTexts(student, fields) : {}
    if (student) {
      for (const { place } of guardians) was[`guardian${place}LastName`] = '—'
    }
    const outcome = student === null ? 'new' : Object.keys(was).length > 0 ? 'changed' : 'same'
    return { number: row.number, outcome, errors, was, student, fields, guardians }
  }

  /** null for a new one; undefined, with the reason at the cell, where nobody can tell. */
  #studentOf({ values, nameKey, dateOfBirth }: ReadRow, errors: Texts): KnownStudent | null | undefined {
    if (values.id) {
      const student = this.#byId.get(values.id.toLowerCase())
      if (!student) errors.id = 'There is no student with this ID here'
      return student
    }
    const alike = this.#byName.get(nameKey) ?? []
    const fitting = dateOfBirth
      ? [alike.filter((one) => one.dateOfBirth === dateOfBirth), alike.filter((one) => one.dateOfBirth === null)]
      : [alike]
    const [found = [], unsure = []] = fitting
    const candidates = found.length > 0 ? found : unsure
    if (candidates.length <= 1) return candidates[0] ?? null
    errors.firstName = 'Several students are called that; add a birthday, or the ID of an export'
    return undefined
  }

  /** Plans the guardians of a row. */
  #guardiansOf(row: ReadRow, student: KnownStudent | null, errors: Texts): PlannedGuardian[] {
    const planned: PlannedGuardian[] = []
    for (const number of [1, 2] as const) {
      const { firstName, lastName, phone, relationship, ...given } = guardianValues(row.values, number)
      if (!firstName) continue
      const address = fold(given.email) || null
      const nameKey = row.guardianKeys[number - 1] ?? ''
      const user = address === null ? undefined : this.#known.users.get(address)
      if (user && user.role !== 'parent') {
        errors[`guardian${number}Email`] = `${user.name} has this email address, with the role ${roleNames[user.role]}`
      } else if (user && !user.isActive) {
        errors[`guardian${number}Email`] = `${user.name} has this email address and is deactivated`
      }
      const isHere = student?.guardians.some((one) =>
        address === null ? one.nameKey === nameKey : one.email === address || one.userId === user?.id,
      )
      // Without an address the phone tells siblings' guardians from others of the same name.
      const key = address ?? (phone ? `${nameKey} ${phone}` : `${nameKey} of row ${row.number}`)
      if (isHere || planned.some((one) => one.key === key)) continue
      planned.push({
        key,
        place: number,
        userId: user?.id ?? null,
        email: given.email || null,
        firstName,
        lastName,
        phone,
        relationship,
      })
    }
    return planned
  }
}

/** Merges a row into a student: empty cells change nothing. */
function fieldsAfter({ values, dateOfBirth }: ReadRow, student: KnownStudent | null): StudentFields {
  return {
    firstName: values.firstName ?? '',
    lastName: values.lastName ?? '',
    dateOfBirth: dateOfBirth ?? student?.dateOfBirth ?? null,
    grade: values.grade || (student?.grade ?? null),
  }
}

function replacedTexts(student: KnownStudent, fields: StudentFields): Texts {
  const was: Texts = {}
  for (const field of ['firstName', 'lastName', 'dateOfBirth', 'grade'] as const) {
    if (student[field] !== fields[field]) was[field] = student[field] ?? '—'
  }
  return was
}
