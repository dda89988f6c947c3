import { fold } from '#core/contract/fold.ts'
import { roleNames } from '#core/contract/roles.ts'
import { newPauses } from '#core/server/pauses.ts'
import { listText } from '#core/server/texts.ts'
import { MAX_GUARDIANS } from '../../../../base/families/server/links.ts'
import type { PlannedGuardian } from '../analysis.ts'
import type { Known, KnownStudent } from '../known.ts'
import type { Given, KnownRoster } from './known-roster.ts'
import { matchStudents, type StudentMatch } from './match-students.ts'
import { mergeGiven } from './merge-given.ts'
import type { RosterPlan } from './roster-plan.ts'
import type { Roster, RosterPerson } from './roster.ts'

const FILE = 'users.csv'

const fieldLabels: Readonly<Record<string, string>> = {
  firstName: 'First name',
  lastName: 'Last name',
  dateOfBirth: 'Date of birth',
  grade: 'Grade',
}

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`

const sentence = (parts: readonly (string | false | null | undefined)[]): string | null =>
  parts.flatMap((part) => part || []).join('. ') || null

interface PeopleContext {
  roster: Roster
  known: Known
  knownRoster: KnownRoster
  /** Keys of names, as the database compares them, in the order of the people. */
  nameKeys: readonly string[]
  plan: RosterPlan
}

/** A guardian in the file: existing, to be added, or neither, with the reason. */
interface FoundGuardian {
  key: string
  userId: string | null
  person: RosterPerson | undefined
  problem: string | null
}

/** Plans students and their guardians. */
export class PeoplePlanner {
  readonly #context: PeopleContext
  readonly #people: ReadonlyMap<string, RosterPerson>
  readonly #keys: ReadonlyMap<string, string>
  readonly #students: ReadonlyMap<string, KnownStudent>
  /** Guardians who name a child, by the child's sourcedId. */
  readonly #naming: ReadonlyMap<string, readonly { sourcedId: string }[]>
  readonly #guardians = new Map<string, FoundGuardian>()
  /** Guardians of children who are imported. */
  readonly #used = new Set<string>()

  constructor(context: PeopleContext) {
    const { roster, known, nameKeys } = context
    this.#context = context
    this.#people = new Map(roster.people.map((person) => [person.sourcedId, person]))
    this.#keys = new Map(roster.people.map(({ sourcedId }, index) => [sourcedId, nameKeys[index] ?? '']))
    this.#students = new Map(known.students.map((student) => [student.id, student]))
    const guardians = roster.people.filter(({ isActive, roles }) => isActive && roles.has('guardian'))
    const naming = guardians.flatMap(({ sourcedId, agents }) => agents.map((child) => ({ child, sourcedId })))
    this.#naming = Map.groupBy(naming, ({ child }) => child)
  }

  async run(): Promise<void> {
    const { roster, knownRoster, plan } = this.#context
    const pause = newPauses()
    const matches = await this.#matchStudents()
    for (const person of roster.people) {
      if (this.#isStudent(person)) this.#planStudent(person, matches.get(person.sourcedId))
      await pause()
    }
    for (const person of roster.people) {
      const isGuardian = person.roles.has('guardian') || knownRoster.links.has(`guardian ${person.sourcedId}`)
      if (isGuardian && !this.#isStudent(person)) this.#listGuardian(person)
      else if (person.roles.size === 0 && !this.#isStudent(person) && person.isActive)
        plan.add({
          kind: 'other',
          file: FILE,
          line: person.line,
          outcome: 'wrong',
          name: nameOf(person),
          note: 'No role',
        })
      await pause()
    }
  }

  #isStudent = ({ roles, sourcedId }: RosterPerson): boolean =>
    roles.has('student') || (roles.size === 0 && this.#context.knownRoster.links.has(`student ${sourcedId}`))

  #matchStudents(): Promise<Map<string, StudentMatch>> {
    const { roster, known, knownRoster } = this.#context
    const lines = roster.people.flatMap((person) => {
      const link = knownRoster.links.get(`student ${person.sourcedId}`)
      const nameKey = this.#keys.get(person.sourcedId) ?? ''
      return person.isActive && this.#isStudent(person) ? { person, nameKey, link } : []
    })
    const linked = new Set([...knownRoster.links.values()].flatMap(({ studentId }) => studentId ?? []))
    return matchStudents(lines, { students: known.students, linked })
  }

  /** @param match undefined for a line that is marked to be deleted */
  #planStudent(person: RosterPerson, match: StudentMatch | undefined): void {
    const { plan, knownRoster } = this.#context
    const { sourcedId, line } = person
    const link = knownRoster.links.get(`student ${sourcedId}`)
    const base = { kind: 'student', file: FILE, line, name: nameOf(person) } as const
    if (!match) {
      const note = 'Marked to be deleted. The student stays here, and the memberships end.'
      if (link) plan.add({ ...base, outcome: 'same', note, studentId: link.studentId })
      return
    }
    const { student: found, problem, note } = match
    if (problem !== null) {
      plan.add({ ...base, outcome: 'wrong', note: problem })
      return
    }
    const { firstName, lastName, dateOfBirth, grade } = person
    const file = { firstName, lastName, dateOfBirth, grade }
    const here = found && pickFields(found)
    const merged = mergeGiven(file, here ?? { firstName, lastName, dateOfBirth: null, grade: null }, link?.given)
    const problems: string[] = []
    const guardians = this.#planGuardians(person, found, problems)
    const isKnown = found !== null && link !== undefined
    const isChanged = merged.changed.length > 0 || guardians.length > 0 || !isKnown
    const row = plan.add({
      ...base,
      details: [grade && `Grade ${grade}`, dateOfBirth && `Born ${dateOfBirth}`, ...guardians.map(nameOf)].flatMap(
        (one) => one || [],
      ),
      outcome: found === null ? 'new' : isChanged ? 'changed' : 'same',
      note: sentence([
        note,
        ...(found === null
          ? []
          : merged.changed.map((field) => `${fieldLabels[field]} was ${here?.[field] ?? 'empty'}`)),
        ...merged.kept.map((field) => `${fieldLabels[field]} stays ${here?.[field] ?? 'empty'}, as edited here`),
        found !== null && guardians.length > 0 && `New guardians: ${guardians.map(nameOf).join(', ')}`,
        ...problems,
      ]),
      studentId: found?.id ?? null,
    })
    plan.studentIds.set(sourcedId, found?.id)
    if (row.outcome === 'same') return
    plan.students.push({
      sourcedId,
      link,
      given: merged.given,
      row: {
        number: row.number,
        outcome: row.outcome,
        errors: {},
        was: {},
        note: row.note,
        student: found,
        fields: {
          firstName: merged.values['firstName'] ?? firstName,
          lastName: merged.values['lastName'] ?? lastName,
          dateOfBirth: merged.values['dateOfBirth'] ?? null,
          grade: merged.values['grade'] ?? null,
        },
        guardians,
        groups: [],
        health: [],
      },
    })
  }

  #planGuardians(person: RosterPerson, student: KnownStudent | null, problems: string[]): PlannedGuardian[] {
    const { knownRoster } = this.#context
    const planned: PlannedGuardian[] = []
    for (const id of this.#guardiansOf(person)) {
      const found = this.#findGuardian(id, student)
      if (found.problem !== null) {
        problems.push(found.problem)
        continue
      }
      this.#used.add(id)
      const isHere = student?.guardians.some(({ userId }) => userId === found.userId) ?? false
      if (isHere || planned.some(({ key }) => key === found.key)) continue
      if ((student?.guardians.length ?? 0) + planned.length >= MAX_GUARDIANS) {
        problems.push(`A student has at most ${MAX_GUARDIANS} guardians`)
        break
      }
      // A guardian of an earlier file needs no line in this one.
      const {
        firstName = knownRoster.contacts.get(found.userId ?? '') ?? '',
        lastName = '',
        email,
        phone = '',
      } = found.person ?? {}
      const names = { firstName, lastName, email: email || null, phone, relationship: 'parent' }
      planned.push({ key: found.key, place: 1, userId: found.userId, ...names })
    }
    return planned
  }

  /** sourcedIds of guardians: those whom the student names, and those who name the student. */
  #guardiansOf({ sourcedId, agents }: RosterPerson): Set<string> {
    const naming = this.#naming.get(sourcedId) ?? []
    return new Set([...agents, ...naming.map((one) => one.sourcedId)])
  }

  #findGuardian(sourcedId: string, student: KnownStudent | null): FoundGuardian {
    const found = this.#guardians.get(sourcedId) ?? this.#lookUpGuardian(sourcedId, student)
    this.#guardians.set(sourcedId, found)
    return found
  }

  #lookUpGuardian(sourcedId: string, student: KnownStudent | null): FoundGuardian {
    const { known, knownRoster } = this.#context
    const person = this.#people.get(sourcedId)
    const link = knownRoster.links.get(`guardian ${sourcedId}`)
    const none = (problem: string): FoundGuardian => ({ key: '', userId: null, person, problem })
    if (person && !person.isActive) return none(`${nameOf(person)} is marked to be deleted and no guardian`)
    if (link?.userId) return { key: link.userId, userId: link.userId, person, problem: null }
    if (!person) return none(`agentSourcedIds names ${sourcedId}, which is not in users.csv`)
    if (!person.roles.has('guardian')) return none(`${nameOf(person)} has no role of a guardian in the file`)
    const address = fold(person.email)
    const user = address === '' ? undefined : known.users.get(address)
    if (user && user.role !== 'parent')
      return none(
        `${nameOf(person)} is not added as a guardian: ${user.name} has this email address, with the role ${roleNames[user.role]}`,
      )
    if (user && !user.isActive) return none(`${nameOf(person)} is not added as a guardian: ${user.name} is deactivated`)
    const nameKey = this.#keys.get(sourcedId)
    const alike = address === '' ? student?.guardians.find((one) => one.nameKey === nameKey) : undefined
    const userId = user?.id ?? alike?.userId ?? null
    return { key: userId ?? (address || sourcedId), userId, person, problem: null }
  }

  /** Notes children without a line in the file: the guardian is added to none of them. */
  #noteMissingChildren({ agents }: RosterPerson, userId: string | null): string | null {
    const { roster, knownRoster } = this.#context
    const names = agents.flatMap((id) => {
      if (roster.named[FILE].has(id)) return []
      const studentId = knownRoster.links.get(`student ${id}`)?.studentId
      const child = this.#students.get(studentId ?? '')
      const isGuardian = userId !== null && child?.guardians.some((one) => one.userId === userId)
      return isGuardian ? [] : child ? nameOf(child) : id
    })
    if (names.length === 0) return null
    return `Not added to ${listText(names)}: the file has no line of ${names.length === 1 ? 'this child' : 'these children'}`
  }

  #listGuardian(person: RosterPerson): void {
    const { plan, knownRoster } = this.#context
    const { sourcedId, line, isActive, email, phone } = person
    const link = knownRoster.links.get(`guardian ${sourcedId}`)
    const base = {
      kind: 'guardian',
      file: FILE,
      line,
      name: nameOf(person),
      details: [email, phone].filter(Boolean),
    } as const
    const name = link?.userId ? knownRoster.contacts.get(link.userId) : undefined
    const missing = this.#noteMissingChildren(person, link?.userId ?? null)
    if (!isActive) {
      if (link) plan.add({ ...base, outcome: 'same', note: 'Marked to be deleted. The guardian stays here.' })
    } else if (link) {
      const isRenamed = name !== undefined && name !== base.name
      const note = sentence([isRenamed && `Stays ${name}: names of guardians are not changed`, missing])
      plan.add({ ...base, outcome: 'same', note })
    } else if (!this.#used.has(sourcedId)) {
      const problem = this.#guardians.get(sourcedId)?.problem
      plan.add({ ...base, outcome: 'wrong', note: problem ?? missing ?? 'No child of this guardian is imported' })
    } else {
      const found = this.#guardians.get(sourcedId)
      const isHere = found?.userId != null
      const note = sentence([isHere && 'Is here already', missing])
      const row = plan.add({ ...base, outcome: isHere ? 'changed' : 'new', note })
      plan.contacts.push({ number: row.number, sourcedId, key: found?.key ?? '', userId: found?.userId ?? null })
    }
  }
}

const pickFields = ({ firstName, lastName, dateOfBirth, grade }: KnownStudent): Given => ({
  firstName,
  lastName,
  dateOfBirth,
  grade,
})
