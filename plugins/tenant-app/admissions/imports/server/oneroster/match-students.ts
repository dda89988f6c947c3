import { newPauses } from '#core/server/pauses.ts'
import type { KnownStudent } from '../known.ts'
import type { RosterLink } from './known-roster.ts'
import type { RosterPerson } from './roster.ts'

/** Student of a line; null for a new one, or where a problem leaves the line out. */
export interface StudentMatch {
  student: KnownStudent | null
  problem: string | null
  note: string | null
}

/** Line of a student, with the key of the name and the link of an earlier import. */
export interface StudentLine {
  person: RosterPerson
  nameKey: string
  link: RosterLink | undefined
}

interface MatchContext {
  students: readonly KnownStudent[]
  /** Students linked by earlier imports of the system: no other line may match them. */
  linked: ReadonlySet<string>
}

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`

/** Reports whether a line and a student have the same birthday, a stronger match than the same name. */
const hasBirthdayOf = ({ person }: StudentLine, { dateOfBirth }: KnownStudent): boolean =>
  person.dateOfBirth !== null && person.dateOfBirth === dateOfBirth

/**
 * Finds the student of each line by its link, else by name and birthday. The order of the lines does not matter: where several
 * lines match one student and no birthday decides, all of them are left out.
 * @returns matches by sourcedId
 */
export async function matchStudents(
  lines: readonly StudentLine[],
  { students, linked }: MatchContext,
): Promise<Map<string, StudentMatch>> {
  const pause = newPauses()
  const byId = new Map(students.map((student) => [student.id, student]))
  const byName = Map.groupBy(students, ({ nameKey }) => nameKey)
  const matches = new Map<string, StudentMatch>()
  const open: { line: StudentLine; candidates: KnownStudent[] }[] = []
  for (const line of lines) {
    await pause()
    const student = byId.get(line.link?.studentId ?? '')
    if (student) {
      matches.set(line.person.sourcedId, matchLinked(line, student))
    } else {
      const alike = (byName.get(line.nameKey) ?? []).filter(({ id }) => !linked.has(id))
      open.push({ line, candidates: chooseByBirthday(line, alike) })
    }
  }
  const rivals = new Rivals()
  for (const { line, candidates } of open) for (const student of candidates) rivals.add(line, student)
  for (const { line, candidates } of open) {
    matches.set(line.person.sourcedId, matchByName(line, candidates, rivals))
    await pause()
  }
  return matches
}

/** Lines that match a student, grouped by equal birthday. Two per group are enough to see whether a line is the only one. */
class Rivals {
  readonly #lines = new Map<string, StudentLine[]>()

  add(line: StudentLine, student: KnownStudent): void {
    const key = keyOf(student, hasBirthdayOf(line, student))
    const lines = this.#lines.get(key) ?? []
    if (lines.length < 2) this.#lines.set(key, [...lines, line])
  }

  find(line: StudentLine, student: KnownStudent, isSure: boolean): StudentLine | undefined {
    return this.#lines.get(keyOf(student, isSure))?.find((one) => one !== line)
  }
}

const keyOf = ({ id }: KnownStudent, isSure: boolean) => `${id} ${isSure}`

function matchLinked(line: StudentLine, student: KnownStudent): StudentMatch {
  const { person, nameKey, link } = line
  const isRenamed = [student, link?.given ?? {}].every(
    (one) => one.firstName !== person.firstName && one.lastName !== person.lastName,
  )
  if (!isRenamed || hasBirthdayOf(line, student) || student.nameKey === nameKey)
    return { student, problem: null, note: null }
  const problem = `The sourcedId belongs to ${nameOf(student)}, imported before. Another child needs another one.`
  return { student: null, problem, note: null }
}

/** Chooses students of the same birthday, else those without one; all of them for a line without a birthday. */
function chooseByBirthday(line: StudentLine, alike: readonly KnownStudent[]): KnownStudent[] {
  if (line.person.dateOfBirth === null) return [...alike]
  const same = alike.filter((student) => hasBirthdayOf(line, student))
  return same.length > 0 ? same : alike.filter(({ dateOfBirth }) => dateOfBirth === null)
}

function matchByName(line: StudentLine, candidates: readonly KnownStudent[], rivals: Rivals): StudentMatch {
  // A line with the birthday is a better match than one without it.
  const surer = (student: KnownStudent) => (hasBirthdayOf(line, student) ? undefined : rivals.find(line, student, true))
  const [student, ...more] = candidates.filter((candidate) => !surer(candidate))
  if (more.length > 0)
    return { student: null, problem: 'Several students here have this name; give each a birthday', note: null }
  if (!student) {
    const [taken] = candidates
    const other = taken && surer(taken)
    const note = other ? `Line ${other.person.line} is the student of this name who is here already` : null
    return { student: null, problem: null, note }
  }
  const isSure = hasBirthdayOf(line, student)
  const rival = rivals.find(line, student, isSure)
  if (rival) {
    const problem = isSure
      ? `Line ${rival.person.line} has the same name and birthday, and one student here has them`
      : `Line ${rival.person.line} has the same name, and one student here may be either of them; give each a birthday`
    return { student: null, problem, note: null }
  }
  return { student, problem: null, note: `Is here already, found by the name${isSure ? ' and birthday' : ''}` }
}
