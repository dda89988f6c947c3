import { z } from 'zod'
import { email, line as lineOf } from '#core/contract/fields.ts'
import { publicName } from '#core/contract/names.ts'
import { EARLIEST_BIRTHDAY } from '../../../students/contract.ts'
import { partList, type RosterRecord } from './read-records.ts'
import { readDate, type LineReader } from './lines.ts'
import type { PersonRole, RosterPerson } from './roster.ts'

const personRoles: Readonly<Record<string, PersonRole>> = {
  student: 'student',
  guardian: 'guardian',
  parent: 'guardian',
  relative: 'guardian',
  teacher: 'staff',
  aide: 'staff',
}

/** Names of grades for the codes of OneRoster (CEDS, Entry Grade Level); 01 to 13 are numbers, others stay as they are. */
const gradeNames: Readonly<Record<string, string>> = {
  IT: 'Infant/toddler',
  PR: 'Preschool',
  PK: 'Pre-K',
  TK: 'Transitional K',
  KG: 'K',
  PS: 'Postsecondary',
  UG: 'Ungraded',
}

const names = z.object({
  firstName: publicName('givenName is empty'),
  lastName: publicName('familyName is empty'),
  grade: lineOf(20),
})
const address = email('Not a valid email address')
const phone = lineOf(50)

interface Files {
  users: readonly RosterRecord[]
  roles: readonly RosterRecord[]
  demographics: readonly RosterRecord[]
}

interface PeopleContext {
  lines: LineReader
  today: string
  version: string
  remarks: string[]
}

/** Reads people from users.csv, with the roles of 1.2 and the birthdays of other files. */
export class PeopleReader {
  readonly #context: PeopleContext
  readonly #others = new Map<string, number>()

  constructor(context: PeopleContext) {
    this.#context = context
  }

  read({ users, roles, demographics }: Files): RosterPerson[] {
    const rolesOf = this.#readRoles(roles)
    const birthdays = this.#readBirthdays(demographics)
    const people = users.flatMap((record) => this.#readPerson(record, rolesOf, birthdays))
    const { remarks } = this.#context
    for (const [role, count] of this.#others)
      remarks.push(`${count.toLocaleString('en')} people with the role ${role} are not imported`)
    const withEmail = people.filter(({ roles: all, email: given }) => all.has('student') && given !== '').length
    if (withEmail > 0)
      remarks.push(
        `${withEmail.toLocaleString('en')} email addresses of students are not imported: invite students to give them accounts`,
      )
    return people
  }

  /** Reads roles of 1.2 that are valid today. */
  #readRoles(records: readonly RosterRecord[]): Map<string, Set<string>> {
    const found = new Map<string, Set<string>>()
    const { lines, today } = this.#context
    for (const record of records) {
      const { get } = record
      if (!lines.isActive('roles.csv', record)) continue
      const until = readDate(get('endDate'))
      if (until && until <= today) continue
      const id = get('userSourcedId')
      found.set(id, (found.get(id) ?? new Set()).add(get('role')))
    }
    return found
  }

  #readBirthdays(records: readonly RosterRecord[]): Map<string, string> {
    const found = new Map<string, string>()
    const { lines, today } = this.#context
    for (const record of records) {
      const { line, get } = record
      if (!lines.isActive('demographics.csv', record)) continue
      const day = readDate(get('birthDate'))
      const text =
        day === undefined
          ? 'birthDate is not written as 2016-05-31'
          : day && day < EARLIEST_BIRTHDAY
            ? 'birthDate is before 1900'
            : day && day > today && 'birthDate is in the future'
      if (text) lines.problems.push({ file: 'demographics.csv', line, text: `${text}; the birthday is left out` })
      else if (day) found.set(get('sourcedId'), day)
    }
    return found
  }

  #readPerson(
    record: RosterRecord,
    rolesOf: ReadonlyMap<string, ReadonlySet<string>>,
    birthdays: ReadonlyMap<string, string>,
  ): RosterPerson[] {
    const { line, get } = record
    const { lines } = this.#context
    const isActive = lines.isActive('users.csv', record)
    if (isActive === undefined) return []
    const sourcedId = get('sourcedId')
    const given = [...(rolesOf.get(sourcedId) ?? []), ...(get('role') ? [get('role')] : [])]
    const roles = new Set(given.flatMap((role) => personRoles[role.toLowerCase()] ?? []))
    if (roles.size === 0 && given.length > 0) {
      this.#others.set(given[0] ?? '', (this.#others.get(given[0] ?? '') ?? 0) + 1)
      return []
    }
    const [code = '', ...moreGrades] = partList(get('grades'))
    const person = {
      line,
      sourcedId,
      isActive,
      roles,
      firstName: get('givenName'),
      lastName: get('familyName'),
      grade: nameGrade(code),
      dateOfBirth: birthdays.get(sourcedId) ?? null,
      agents: partList(get('agentSourcedIds')),
      email: '',
      phone: '',
    }
    if (!isActive) return [person]
    const checked = names.safeParse({ ...person, grade: person.grade ?? '' })
    if (!checked.success) {
      lines.problems.push({ file: 'users.csv', line, text: checked.error.issues[0]?.message ?? 'Not valid' })
      return []
    }
    if (moreGrades.length > 0 && roles.has('student'))
      lines.problems.push({ file: 'users.csv', line, text: `Of several grades the first is imported: ${code}` })
    const found = address.safeParse(get('email'))
    if (get('email') !== '' && !found.success)
      lines.problems.push({ file: 'users.csv', line, text: 'The email address is not valid and is left out' })
    const number = phone.safeParse(get('phone') || get('sms'))
    return [
      {
        ...person,
        ...checked.data,
        grade: checked.data.grade || null,
        email: found.data ?? '',
        phone: number.data ?? '',
      },
    ]
  }
}

/** Names a grade as schools do: `03` is 3, `KG` is K. */
function nameGrade(code: string): string | null {
  if (code === '') return null
  return /^(0?[1-9]|1[0-3])$/.test(code) ? String(Number(code)) : (gradeNames[code.toUpperCase()] ?? code)
}
