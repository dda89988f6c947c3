import { fold } from '#core/contract/fold.ts'
import { setImmediate } from 'node:timers/promises'
import { roleNames } from '#core/contract/roles.ts'
import type { TenantScope } from '#core/server/core.ts'
import type { ImportedProposal } from '../../../care/health/server/import-proposals.ts'
import { MAX_GUARDIANS } from '../../../base/families/server/links.ts'
import { getLocalDay } from '../../../shared/server/time-zone.ts'
import type { Outcome } from '../contract.ts'
import { planGroups } from './plan-groups.ts'
import { planHealth } from './plan-health.ts'
import { readNameKeys, readKnown, type Known, type KnownStudent } from './known.ts'
import { checkRow, guardianValues, type CheckedRow, type Reading } from './check-row.ts'
import type { Texts } from './understanding.ts'

/** A guardian in a row who is not linked to the student yet. */
export interface PlannedGuardian {
  /** Rows with the same key mean the same person. */
  key: string
  /** The first or the second of the row. */
  place: 1 | 2
  /** Id of an existing user; null for a new one. */
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
  /** Remark on the outcome. */
  note: string | null
  /** Existing student whom the row means; null for a new one. */
  student: KnownStudent | null
  /** Student's fields afterwards; undefined for a wrong row. */
  fields: StudentFields | undefined
  guardians: PlannedGuardian[]
  /** Names of the groups that the student joins. */
  groups: string[]
  /** Proposals for the student's health. */
  health: ImportedProposal[]
}

export interface SourceRow {
  number: number
  cells: string[]
  /** Outcome saved by the last analysis. */
  outcome: Outcome
}

interface ReadRow extends CheckedRow {
  number: number
  nameKey: string
  guardianKeys: readonly [string, string]
}

/** Analyzes the outcome of each row as if it were imported now. Writes nothing. */
export async function analyze(
  scope: TenantScope,
  rows: readonly Pick<SourceRow, 'number' | 'cells'>[],
  reading: Reading,
): Promise<AnalyzedRow[]> {
  const today = await getLocalDay(scope)
  const checked = await mapInTurns(rows, (row) => ({ number: row.number, ...checkRow(row.cells, reading, today) }))
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
  const analyzed = await mapInTurns(checked, (row, index) =>
    matching.outcomeOf({ ...row, nameKey: key(index, 0), guardianKeys: [key(index, 1), key(index, 2)] }),
  )
  const values = checked.map((row) => row.values)
  await planHealth(scope, analyzed, values)
  await planGroups(scope, analyzed, values, today)
  return analyzed
}

/** Rows after which the loop yields to other work of the process. */
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

const nothingOf = (number: number, outcome: Outcome): AnalyzedRow => ({
  number,
  outcome,
  errors: {},
  was: {},
  note: null,
  student: null,
  fields: undefined,
  guardians: [],
  groups: [],
  health: [],
})

/** Matches rows with existing students and with earlier rows. */
class Matching {
  readonly #known: Known
  readonly #byId = new Map<string, KnownStudent>()
  readonly #byName = new Map<string, KnownStudent[]>()
  /** First row of each existing student, by the student's id. */
  readonly #meant = new Map<string, AnalyzedRow>()
  /** Rows of new students, by their names. */
  readonly #added = new Map<string, AnalyzedRow[]>()

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
    // A student whom a wrong row names is known all the same, so that the row goes with them.
    const wrong = (): AnalyzedRow => ({
      ...nothingOf(row.number, 'wrong'),
      errors,
      student: this.#studentOf(row, {}) ?? null,
    })
    if (Object.keys(errors).length > 0) return wrong()
    const student = this.#studentOf(row, errors)
    if (student === undefined) return wrong()
    const earlier = student ? this.#meant.get(student.id) : this.#earlierOf(row, errors)
    if (earlier === undefined && Object.keys(errors).length > 0) return wrong()
    const guardians = this.#guardiansOf(row, student, errors)
    if (Object.keys(errors).length > 0) return wrong()
    if (earlier) return this.#merge(earlier, { ...row, errors }, guardians)
    if ((student?.guardians.length ?? 0) + guardians.length > MAX_GUARDIANS) {
      errors.guardian1LastName = `A student has at most ${MAX_GUARDIANS} guardians`
      return wrong()
    }
    const fields = fieldsAfter(row, student)
    const was = student ? replacedTexts(student, fields) : {}
    if (student) {
      for (const { place } of guardians) was[`guardian${place}LastName`] = '—'
    }
    const outcome = student === null ? 'new' : Object.keys(was).length > 0 ? 'changed' : 'same'
    const analyzed: AnalyzedRow = {
      ...nothingOf(row.number, outcome),
      errors,
      was,
      student,
      fields,
      guardians,
    }
    if (student) this.#meant.set(student.id, analyzed)
    else this.#added.set(row.nameKey, [...(this.#added.get(row.nameKey) ?? []), analyzed])
    return analyzed
  }

  /** Finds the earlier row that adds the same student; undefined, with an error at the cell, where the match is ambiguous. */
  #earlierOf({ nameKey, dateOfBirth, values }: ReadRow, errors: Texts): AnalyzedRow | undefined {
    const alike = (this.#added.get(nameKey) ?? []).filter(
      ({ fields }) => dateOfBirth === null || fields?.dateOfBirth == null || fields.dateOfBirth === dateOfBirth,
    )
    if (alike.length > 1) errors.firstName = 'Several rows before have this name; add a date of birth'
    const [earlier] = alike
    if (earlier === undefined || alike.length > 1) return undefined
    const grade = earlier.fields?.grade ?? ''
    const isSameBirthday = dateOfBirth !== null && earlier.fields?.dateOfBirth === dateOfBirth
    if (!isSameBirthday && values.grade && grade && values.grade !== grade) {
      errors.grade = `Row ${earlier.number} has the same name in grade ${grade}; add dates of birth to tell them apart`
      return undefined
    }
    return earlier
  }

  /** Merges a row into an earlier one of the same student: lists may have one row per guardian. */
  #merge(earlier: AnalyzedRow, row: ReadRow, planned: readonly PlannedGuardian[]): AnalyzedRow {
    const { fields, student } = earlier
    const errors: Texts = {}
    if (fields && row.values.grade && fields.grade !== null && fields.grade !== row.values.grade) {
      errors.grade = `Row ${earlier.number} is the same student, in grade ${fields.grade}`
    }
    const added = planned.filter(({ key }) => !earlier.guardians.some((one) => one.key === key))
    if ((student?.guardians.length ?? 0) + earlier.guardians.length + added.length > MAX_GUARDIANS) {
      errors.guardian1LastName = `A student has at most ${MAX_GUARDIANS} guardians`
    }
    if (Object.keys(errors).length > 0) return { ...nothingOf(row.number, 'wrong'), errors }
    if (fields) {
      fields.dateOfBirth ??= row.dateOfBirth
      fields.grade ??= row.values.grade || null
    }
    earlier.guardians.push(...added)
    if (student && fields) {
      Object.assign(earlier.was, replacedTexts(student, fields))
      for (const { place } of added) earlier.was[`guardian${place}LastName`] ??= '—'
      if (Object.keys(earlier.was).length > 0) earlier.outcome = 'changed'
    }
    const note = `Row ${earlier.number} is the same student${added.length > 0 ? '; the guardian is added there' : ''}`
    return { ...nothingOf(row.number, 'same'), note }
  }

  /** Finds the student of a row: null for a new one; undefined, with an error at the cell, where the match is ambiguous. */
  #studentOf({ values, nameKey, dateOfBirth }: ReadRow, errors: Texts): KnownStudent | null | undefined {
    if (values.id) {
      const student = this.#byId.get(values.id.toLowerCase())
      if (!student) errors.id = 'No student has this ID'
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
      // Without an email address, the phone number separates siblings' guardians from others of the same name.
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
