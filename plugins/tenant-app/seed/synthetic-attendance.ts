import type { SyntheticLoad } from '#core/server/seed/bulk.ts'
import type { Random } from './random.ts'

type Cell = string | null

/** Instructors who lead sessions, with a row of `users` for each. */
interface Instructors {
  ids: string[]
  users: Cell[][]
}

/** One session for five students, and one instructor for ten sessions: 2,000 and 200 for 10,000 students. */
const sessionsFor = (students: number) => Math.floor(students / 5)
const instructorsFor = (students: number) => Math.ceil(sessionsFor(students) / 10)

/** Numbers of places in past, running and upcoming sessions. */
const PLACES_PER_SESSION = { past: 110, running: 25, coming: 40 }

const MINUTE_MS = 60_000
const DAY_MS = 1440 * MINUTE_MS

const columns = {
  sessions: [
    'id',
    'tenant_id',
    'name',
    'instructor_id',
    'start_date',
    'end_date',
    'status',
    'max_participants',
    'location',
  ],
  participants: ['tenant_id', 'session_id', 'student_id', 'status', 'attendance', 'attendance_number'],
  marks: [
    'tenant_id',
    'session_id',
    'student_id',
    'number',
    'mark',
    'source',
    'marked_by',
    'marked_by_name',
    'marked_at',
  ],
} as const

/** Creates instructors with the addresses `instructor1@…`, who lead the sessions of `copyAttendance`. */
export function makeInstructors(
  { now, newId, passwordHash }: SyntheticLoad,
  { tenantId, subdomain, count }: { tenantId: string; subdomain: string; count: number },
): Instructors {
  const createdAt = new Date(now - 90 * DAY_MS).toISOString()
  const instructors: Instructors = { ids: [], users: [] }
  for (let number = 1; number <= instructorsFor(count); number++) {
    const [id, username] = [newId(), `instructor${number}`]
    const names = ['Instructor', String(number)]
    instructors.ids.push(id)
    instructors.users.push([
      id,
      tenantId,
      username,
      `${username}@${subdomain}.example`,
      passwordHash,
      ...names,
      'instructor',
      createdAt,
    ])
  }
  return instructors
}

/**
 * Copies ten sessions of each instructor: eight past ones with attendance, a running one without, and an upcoming one. Students
 * take part in turn.
 */
export async function copyAttendance(
  { now, newId, copy }: SyntheticLoad,
  {
    tenantId,
    students,
    instructors,
  }: { tenantId: string; students: readonly string[]; instructors: readonly string[] },
  random: Random,
): Promise<void> {
  const sessions: Cell[][] = []
  const participants: Cell[][] = []
  const marks: Cell[][] = []
  let turn = 0
  for (let number = 0; number < sessionsFor(students.length); number++) {
    const instructor = instructors[number % instructors.length] ?? null
    const round = Math.floor(number / instructors.length)
    const kind = round === 0 ? 'running' : round === 1 ? 'coming' : 'past'
    const start = { running: now - 10 * MINUTE_MS, coming: now + 3 * DAY_MS, past: now - (round - 1) * 7 * DAY_MS }[
      kind
    ]
    const places = Math.min(PLACES_PER_SESSION[kind], students.length)
    const [id, begins, ends] = [newId(), new Date(start).toISOString(), new Date(start + 90 * MINUTE_MS).toISOString()]
    const status = kind === 'past' ? 'completed' : 'scheduled'
    sessions.push([
      id,
      tenantId,
      `Workshop ${number + 1}`,
      instructor,
      begins,
      ends,
      status,
      String(PLACES_PER_SESSION[kind]),
      'Makerspace',
    ])
    for (let place = 0; place < places; place++) {
      const student = students[turn++ % students.length] ?? ''
      const mark = kind === 'past' ? random.one(['present', 'present', 'present', 'late', 'absent', 'excused']) : null
      participants.push([tenantId, id, student, 'registered', mark, mark ? '1' : '0'])
      if (mark) marks.push([tenantId, id, student, '1', mark, 'roster', instructor, 'Instructor', begins])
    }
  }
  await copy('sessions', columns.sessions, sessions, sessions.length)
  await copy('session_participants', columns.participants, participants, participants.length)
  await copy('attendance_marks', columns.marks, marks, marks.length)
}
