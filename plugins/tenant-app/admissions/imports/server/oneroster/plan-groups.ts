import { fold } from '#core/contract/fold.ts'
import { newPauses } from '#core/server/pauses.ts'
import type { Known } from '../known.ts'
import type { Given, KnownGroup, KnownMember, KnownRoster, RosterLink } from './known-roster.ts'
import { mergeGiven } from './merge-given.ts'
import type { RosterPlan } from './roster-plan.ts'
import type { Roster, RosterClass, RosterEnrollment, RosterPerson } from './roster.ts'

const CLASSES = 'classes.csv'
const ENROLLMENTS = 'enrollments.csv'

export interface GroupsContext {
  roster: Roster
  known: Known
  knownRoster: KnownRoster
  plan: RosterPlan
  /** Day in the organization's zone, as `2026-03-29`. */
  today: string
}

/** Days that a membership covers; without an end it lasts. */
interface Period {
  from: string
  until: string | null
}

const overlap = (one: Period, other: Period): boolean =>
  (other.until === null || one.from < other.until) && (one.until === null || other.from < one.until)

/** Plans groups for classes, their members and their staff. Students must be planned before. */
export class GroupsPlanner {
  readonly #context: GroupsContext
  readonly #people: ReadonlyMap<string, RosterPerson>
  readonly #classes: ReadonlyMap<string, RosterClass>
  readonly #groupsBySource: ReadonlyMap<string | null, KnownGroup>
  readonly #members: ReadonlyMap<string, KnownMember>
  readonly #membersOf: ReadonlyMap<string, KnownMember[]>
  /** Memberships of enrollments that the file no longer has: another enrollment may mean them. */
  readonly #unnamed: ReadonlySet<string>
  readonly #linked: ReadonlySet<string>
  /** Memberships that a line of the file matches. */
  readonly claimed = new Set<string>()
  /** Lines by class and student. */
  readonly #lines = new Map<string, (Period & { line: number })[]>()
  readonly #staffed = new Set<string>()

  constructor(context: GroupsContext) {
    this.#context = context
    const { roster, knownRoster } = context
    this.#people = new Map(roster.people.map((person) => [person.sourcedId, person]))
    this.#classes = new Map(roster.classes.map((one) => [one.sourcedId, one]))
    this.#groupsBySource = new Map([...knownRoster.groups.values()].map((group) => [group.sourceId, group]))
    this.#members = new Map(knownRoster.members.map((member) => [member.id, member]))
    this.#membersOf = Map.groupBy(knownRoster.members, ({ groupId, studentId }) => `${groupId} ${studentId}`)
    const links = [...knownRoster.links.values()].filter(({ kind }) => kind === 'enrollment')
    this.#linked = new Set(links.flatMap(({ memberId }) => memberId ?? []))
    const active = new Set(roster.enrollments.flatMap((one) => (one.isActive ? one.sourcedId : [])))
    this.#unnamed = new Set(links.flatMap(({ sourceId, memberId }) => (active.has(sourceId) ? [] : (memberId ?? []))))
  }

  async run(): Promise<void> {
    const { roster, knownRoster } = this.#context
    const pause = newPauses()
    for (const one of roster.classes) {
      this.#planClass(one)
      await pause()
    }
    // Known enrollments come first: a new one with the same days repeats them.
    for (const isNew of [false, true]) {
      for (const one of roster.enrollments) {
        await pause()
        if (knownRoster.links.has(`enrollment ${one.sourcedId}`) === isNew) continue
        if (one.role === 'staff') this.#planStaff(one)
        else if (one.isActive) this.#planMember(one)
      }
    }
  }

  #planClass(one: RosterClass): void {
    const { plan, knownRoster } = this.#context
    const { sourcedId, line, name, season, schoolId } = one
    const link = knownRoster.links.get(`class ${sourcedId}`)
    const base = { kind: 'class', file: CLASSES, line, name } as const
    if (!one.isActive) {
      const note = 'Marked to be deleted. The group stays here, and its memberships end.'
      if (link) plan.add({ ...base, name: this.nameClass(sourcedId), outcome: 'same', note })
      return
    }
    const group = this.#findGroup(sourcedId, link)
    const merged = mergeGiven(
      { name, season: season || null },
      group ? { name: group.name, season: group.season || null } : { name, season: null },
      link?.given,
    )
    const isChanged = merged.changed.length > 0 || !link
    const row = plan.add({
      ...base,
      details: [season, one.course === name ? '' : one.course, one.school].filter(Boolean),
      outcome: !group ? 'new' : isChanged ? 'changed' : 'same',
      note:
        [
          ...(group && !link ? ['Is here already'] : []),
          ...(group ? merged.changed : []).map((field) => `${labels[field]} was ${here(group, field)}`),
          ...merged.kept.map((field) => `${labels[field]} stays ${here(group, field)}, as edited here`),
        ].join('. ') || null,
    })
    plan.groupIds.set(sourcedId, group?.id)
    if (row.outcome === 'same') return
    const values = { name: merged.values['name'] ?? name, season: merged.values['season'] ?? '' }
    const given: Given = { ...merged.given, schoolId: schoolId || null }
    plan.groups.push({ number: row.number, sourcedId, group, link, ...values, given })
  }

  #findGroup(sourcedId: string, link: RosterLink | undefined): KnownGroup | undefined {
    const { groups } = this.#context.knownRoster
    if (link?.groupId) return groups.get(link.groupId)
    return this.#groupsBySource.get(sourcedId)
  }

  nameClass(classId: string): string {
    return (
      this.#classes.get(classId)?.name ||
      (this.#context.knownRoster.groups.get(this.#context.plan.groupIdOf(classId) ?? '')?.name ?? classId)
    )
  }

  namePerson(personId: string): string {
    const person = this.#people.get(personId)
    if (person && (person.firstName || person.lastName)) return `${person.firstName} ${person.lastName}`
    return this.nameStudent(this.#context.knownRoster.links.get(`student ${personId}`)?.studentId ?? '') || personId
  }

  #names: ReadonlyMap<string, string> | undefined

  nameStudent(id: string): string {
    this.#names ??= new Map(this.#context.known.students.map((one) => [one.id, `${one.firstName} ${one.lastName}`]))
    return this.#names.get(id) ?? ''
  }

  #planMember(enrollment: RosterEnrollment): void {
    const { plan, knownRoster, today } = this.#context
    const { sourcedId, line, classId, personId } = enrollment
    const base = { kind: 'membership', file: ENROLLMENTS, line, name: this.namePerson(personId) } as const
    const problem = this.#problemOf(enrollment)
    if (problem !== null) {
      plan.add({ ...base, outcome: 'wrong', note: problem })
      return
    }
    // Memberships end with their class or student that is marked as deleted.
    if (this.#classes.get(classId)?.isActive === false || this.#people.get(personId)?.isActive === false) return
    const link = knownRoster.links.get(`enrollment ${sourcedId}`)
    const linked = this.#members.get(link?.memberId ?? '')
    // An enrollment that had ended and returns begins anew.
    const isBack = link?.given['endedOn'] != null && linked?.until === link.given['endedOn']
    const file = {
      from:
        link?.given['resumedOn'] ??
        enrollment.from ??
        link?.given['from'] ??
        this.#classes.get(classId)?.startDate ??
        today,
      until: enrollment.until,
    }
    const period =
      isBack && linked?.until ? { ...file, from: file.from > linked.until ? file.from : linked.until } : file
    if (period.until !== null && period.until <= period.from) {
      if (!isBack)
        plan.add({ ...base, outcome: 'wrong', note: `The membership would end before it begins, on ${period.from}` })
      if (linked) this.claimed.add(linked.id)
      return
    }
    const earlier = this.#lines.get(`${classId} ${personId}`) ?? []
    const repeated = earlier.find((one) => overlap(one, period))
    if (repeated) {
      plan.add({ ...base, outcome: 'wrong', note: `Line ${repeated.line} has the same student and class` })
      if (linked) this.claimed.add(linked.id)
      return
    }
    this.#lines.set(`${classId} ${personId}`, [...earlier, { ...period, line }])
    const member = isBack ? undefined : (linked ?? this.#findMember(enrollment, period))
    if (member) this.claimed.add(member.id)
    if (isBack && linked) this.claimed.add(linked.id)
    const merged =
      member && mergeGiven(clearable(period), clearable(member), link ? clearable(link.given) : clearable(member))
    const values = {
      from: merged?.values['from'] ?? period.from,
      until: merged ? unclear(merged.values['until']) : period.until,
    }
    const isFit = values.until === null || values.until > values.from
    const changed = isFit ? (merged?.changed ?? []) : []
    const row = plan.add({
      ...base,
      details: [this.nameClass(classId), `From ${values.from}`, ...(values.until ? [`Until ${values.until}`] : [])],
      outcome: !member ? 'new' : changed.length > 0 || !link ? 'changed' : 'same',
      note:
        [
          ...(isBack ? ['Is back, after it had ended'] : []),
          ...(member && !link ? ['Is a member already'] : []),
          ...changed.map((field) => `${labels[field]} was ${member?.[field as 'from' | 'until'] ?? 'open'}`),
          ...(link ? (merged?.kept ?? []) : []).map(
            (field) => `${labels[field]} stays ${member?.[field as 'from' | 'until'] ?? 'open'}, as edited here`,
          ),
        ].join('. ') || null,
      studentId: plan.studentIdOf(personId) ?? null,
    })
    if (row.outcome === 'same') return
    const taken: Given =
      merged && isFit ? { from: merged.given['from'] ?? null, until: unclear(merged.given['until']) } : values
    const given = isBack
      ? { ...taken, resumedOn: values.from }
      : { ...taken, resumedOn: link?.given['resumedOn'] ?? null }
    const dates = isFit || !member ? values : member
    plan.members.push({
      number: row.number,
      sourcedId,
      classId,
      personId,
      member,
      link,
      from: dates.from,
      until: dates.until,
      given,
    })
  }

  #problemOf({ classId, personId, role }: RosterEnrollment): string | null {
    const { roster, plan } = this.#context
    if (!plan.hasClass(classId)) {
      return roster.named['classes.csv'].has(classId)
        ? 'The class is left out'
        : `classSourcedId names ${classId}, which is not in classes.csv`
    }
    const person = this.#people.get(personId)
    if (role === 'student' && !plan.hasStudent(personId)) {
      if (person)
        return person.roles.has('student')
          ? 'The student is left out'
          : `${this.namePerson(personId)} has no role of a student`
      return roster.named['users.csv'].has(personId)
        ? 'The student is left out'
        : `userSourcedId names ${personId}, which is not in users.csv`
    }
    return null
  }

  /** Finds a membership with the same days that a user added, or whose enrollment id is no longer in use. */
  #findMember({ classId, personId }: RosterEnrollment, period: Period): KnownMember | undefined {
    const { plan } = this.#context
    const present = this.#membersOf.get(`${plan.groupIdOf(classId)} ${plan.studentIdOf(personId)}`) ?? []
    return present.find(
      (member) =>
        !this.claimed.has(member.id) &&
        overlap(member, period) &&
        (!this.#linked.has(member.id) || this.#unnamed.has(member.id)),
    )
  }

  #planStaff(enrollment: RosterEnrollment): void {
    const { plan, known, knownRoster } = this.#context
    const { line, classId, personId, isActive, until } = enrollment
    const person = this.#people.get(personId)
    const user = person && person.email !== '' ? known.users.get(fold(person.email)) : undefined
    const groupId = plan.groupIdOf(classId)
    const isHere = user !== undefined && groupId !== undefined && knownRoster.staff.has(`${groupId} ${user.id}`)
    const base = { kind: 'staff', file: ENROLLMENTS, line, name: this.namePerson(personId) } as const
    const details = [this.nameClass(classId), ...(person?.email ? [person.email] : [])]
    const isOver = !isActive || (until !== null && until <= this.#context.today)
    if (isOver) {
      if (isHere)
        plan.add({ ...base, details, outcome: 'same', note: 'Stays in the group until you remove this person from it' })
      return
    }
    const problem =
      this.#problemOf(enrollment) ??
      (person
        ? user && user.isActive && (user.role === 'instructor' || user.role === 'tenant_admin')
          ? null
          : person.email === ''
            ? 'Has no email address in the file, by which staff are found'
            : 'No staff member has this email address. Invite this person, then import again.'
        : `userSourcedId names ${personId}, which is not in users.csv`)
    const isRepeated = user !== undefined && this.#staffed.has(`${classId} ${user.id}`)
    if (problem !== null || !user || isRepeated) {
      plan.add({ ...base, details, outcome: isRepeated ? 'same' : 'wrong', note: problem })
      return
    }
    this.#staffed.add(`${classId} ${user.id}`)
    const row = plan.add({ ...base, details, outcome: isHere ? 'same' : 'new' })
    if (!isHere) plan.staff.push({ number: row.number, classId, userId: user.id })
  }
}

const labels: Readonly<Record<string, string>> = { name: 'Name', season: 'Season', from: 'Begin', until: 'End' }

const here = (group: KnownGroup | undefined, field: string) => (group && group[field as 'name' | 'season']) || 'empty'

/** Value for no end, unlike an empty cell: a file may remove an end. */
const OPEN = 'open'
const clearable = ({ from, until }: Given | Period): Given => ({ from: from ?? null, until: until ?? OPEN })
const unclear = (until: string | null | undefined): string | null => (until === OPEN ? null : (until ?? null))
