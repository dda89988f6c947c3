import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { csvLine, type Cell } from '#core/server/csv.ts'
import { viewers } from '#core/server/database/row-policy.ts'
import { statement, variants, type Statement } from '#core/server/database/statement.ts'
import type { ReportFilters, ReportKind } from '../contract.ts'
import { attendanceTimes } from './attendance.ts'
import { isIn, ofStudents, sessionsOfPeriod } from './conditions.ts'
import { NIL } from './groups.ts'
import type { ReportPeriod } from './period.ts'
import { chosenPoints } from './progress.ts'
import { chosenBy, reportValues } from './reading.ts'
import type { Chosen } from './report.ts'
import { chosenScores } from './scores.ts'

/** Rows that are read at a time, of which two lots are in memory; of sessions with more places, those of one. */
export const BATCH = 10_000
/** Sessions whose places are counted to fill a batch. */
const SESSIONS = 60
/** Students whose names are kept from one batch to the next: all of most organizations. */
const MOST_NAMES = 20_000

/** Where a batch begins: after what the columns of its order said last. */
export type Position = readonly string[]

export interface Batch {
  /** Writes them, which PostgreSQL does not have to wait for; called before anything of the next batch is known. */
  lines: () => string
  /** Where the next one begins; undefined after the last. */
  next?: Position | undefined
}

export interface AskedReport {
  period: ReportPeriod
  filters: ReportFilters
}

/** What a report counts as CSV, one by one, a batch at a time. */
export interface EntryLines {
  columns: readonly string[]
  first: Position
  batch: (scope: TenantScope, asked: AskedReport, after: Position) => Promise<Batch>
}

const local = (column: string, shape: string) => `to_char(${column} at time zone $zone, '${shape}')`
const fullName = `s.first_name || ' ' || s.last_name`

const session = z.object({
  id: z.string(),
  cells: z.array(z.string()),
  places: z.number(),
  keys: z.array(z.string()),
})

const sessions = variants({ viewer: viewers, isPlanned: [true, false] }, ({ viewer, isPlanned }) =>
  statement(
    session,
    `with ${sessionsOfPeriod(viewer, isPlanned ? `x.status <> 'cancelled'` : 'true')}
      select x.id::text as id, array[${local('x.start_date', 'YYYY-MM-DD')}, ${local('x.start_date', 'HH24:MI')}, y.name,
          y.location, coalesce(u.first_name || ' ' || u.last_name, '')]::text[] as cells,
          (select count(*) from session_participants p where p.session_id = x.id) as places,
          array[x.start_date::text, x.id::text] as keys
        from x join sessions y on y.id = x.id left join users u on u.tenant_id = y.tenant_id and u.id = y.instructor_id
        where (x.start_date, x.id) > (($after::text[])[1]::timestamptz, ($after::text[])[2]::uuid)
        order by x.start_date, x.id limit ${SESSIONS}`,
  ),
)

/** Of one session: student, what is said of it, and what more, apart by blanks; of all students, apart by `;`. */
const placed = z.object({ sessionId: z.string(), entries: z.string() })
type Placed = z.output<typeof placed>

const sessionColumns = ['Date', 'Start', 'Session', 'Location', 'Instructor']
// A row for each session: to send and read one for each student of it takes most of the time of an export.
const inSession = (said: string, more: string) => `select p.session_id as "sessionId",
  string_agg(p.student_id || ' ' || ${said} || ' ' || coalesce(${more}, ''), ';') as entries`

const marks = statement(
  placed,
  `with x as materialized (select x.id, x.start_date, x.end_date,
        (date_part('epoch', x.end_date - x.start_date) / 60)::int as minutes
      from sessions x where x.id = any($sessionIds::uuid[])), ${attendanceTimes}
    ${inSession('p.attendance', `case when p.attendance in ('present', 'late') then coalesce(t.minutes, x.minutes)::text end`)}
      from x join session_participants p on p.session_id = x.id
        left join t on t.session_id = p.session_id and t.student_id = p.student_id and t.number = p.attendance_number
      where p.attendance is not null and ${ofStudents('p.student_id')} group by p.session_id`,
)

const places = statement(
  placed,
  `${inSession('p.status', 'p.attendance')} from session_participants p
      where p.session_id = any($sessionIds::uuid[]) and ${ofStudents('p.student_id')} group by p.session_id`,
)

/** What belongs to sessions, as many sessions at a time as fill a batch. */
function bySession(columns: readonly string[], list: Statement<Placed>, isPlanned: boolean): EntryLines {
  const named = new Map<string, Named>()
  return {
    columns: [...sessionColumns, ...columns],
    first: ['-infinity', NIL],
    batch: async (scope, { period, filters }, after) => {
      const values = { ...reportValues(scope, period, filters), zone: period.zone }
      const { viewer } = chosenBy(scope, filters)
      const found = await scope.rows(sessions({ viewer, isPlanned }), { ...values, after })
      const taken = fitting(found)
      const isLast = taken.length === found.length && found.length < SESSIONS
      const placed = await scope.rows(list, { ...values, sessionIds: taken.map(({ id }) => id) })
      const entriesOf = new Map(placed.map(({ sessionId, entries }) => [sessionId, entries.split(';')]))
      await learnNames(scope, [...entriesOf.values()].flat().map(studentOf), named)
      const lines = () => taken.map(({ id, cells }) => linesOf(headOf(cells), entriesOf.get(id) ?? [], named)).join('')
      return { lines, next: isLast ? undefined : taken.at(-1)?.keys }
    },
  }
}

/** How a student begins a line, and by what a session's lines are ordered. */
interface Named {
  head: string
  key: string
}

const names = statement(
  z.object({ id: z.string(), firstName: z.string(), lastName: z.string(), grade: z.string().nullable() }),
  `select id, first_name as "firstName", last_name as "lastName", grade from students where id = any($ids::uuid[])`,
)

/** Asks for the students of a batch who are not known yet: each is read and written once, not with every line. */
async function learnNames(scope: TenantScope, ids: readonly string[], named: Map<string, Named>): Promise<void> {
  if (named.size > MOST_NAMES) named.clear()
  const unknown = [...new Set(ids)].filter((id) => !named.has(id))
  if (unknown.length === 0) return
  for (const { id, firstName, lastName, grade } of await scope.rows(names, { ids: unknown })) {
    named.set(id, { head: headOf([`${firstName} ${lastName}`, grade]), key: `${lastName}\0${firstName}\0${id}` })
  }
}

const studentOf = (entry: string) => entry.slice(0, NIL.length)

/** The lines of one session, by the students' names. */
function linesOf(head: string, entries: readonly string[], named: ReadonlyMap<string, Named>): string {
  const keyed = entries.flatMap((entry) => {
    const student = named.get(studentOf(entry))
    return student ? [{ entry, student }] : []
  })
  const sorted = keyed.toSorted((one, other) => (one.student.key < other.student.key ? -1 : 1))
  let lines = ''
  for (const { entry, student } of sorted) {
    // A word, a number and an id, of which none is quoted or could be a formula.
    const [id = '', said = '', more = ''] = entry.split(' ')
    lines += `${head}${student.head}${said},${more},${id}\r\n`
  }
  return lines
}

/** The first sessions of which all fit a batch, at least one. */
function fitting(found: readonly z.output<typeof session>[]): readonly z.output<typeof session>[] {
  let rows = 0
  const end = found.findIndex(({ places: more }, index) => {
    rows += more
    return index > 0 && rows > BATCH
  })
  return end < 0 ? found : found.slice(0, end)
}

const headOf = (cells: readonly Cell[]) => `${csvLine(cells).slice(0, -'\r\n'.length)},`

const dated = z.object({
  day: z.string(),
  student: z.string(),
  grade: z.string().nullable(),
  about: z.string().nullable(),
  session: z.string().nullable(),
  amount: z.number(),
  /** Of how much it is. */
  most: z.number().nullable(),
  studentId: z.string(),
  at: z.string(),
  id: z.string(),
})
type Dated = z.output<typeof dated>

/** What stands for itself, by when it was. */
function byTime(
  columns: readonly string[],
  { from, at, measured, where }: { from: string; at: string; measured: string; where: (chosen: Chosen) => string },
  cells: (row: Dated) => readonly Cell[],
): EntryLines {
  const [alias = ''] = at.split('.')
  const listed = variants({ viewer: viewers, isOfSessions: [false, true] }, (chosen) =>
    statement(
      dated,
      `select ${local(at, 'YYYY-MM-DD')} as day, ${fullName} as student, s.grade, ${measured}, y.name as session,
          s.id as "studentId", ${at}::text as at, ${alias}.id
        from ${from} join students s on s.id = ${alias}.student_id
          left join sessions y on y.tenant_id = ${alias}.tenant_id and y.id = ${alias}.session_id
        where ${isIn(at)} and ${at} >= ($after::text[])[1]::timestamptz
          and (${at}, ${alias}.id) > (($after::text[])[1]::timestamptz, ($after::text[])[2]::uuid) and ${where(chosen)}
        order by ${at}, ${alias}.id limit ${BATCH}`,
    ),
  )
  return {
    columns: ['Date', 'Student', 'Grade', ...columns, 'Student ID'],
    first: ['-infinity', NIL],
    batch: async (scope, { period, filters }, after) => {
      const values = { ...reportValues(scope, period, filters), zone: period.zone, after }
      const found = await scope.rows(listed(chosenBy(scope, filters)), values)
      const lineOf = (row: Dated) => csvLine([row.day, row.student, row.grade, ...cells(row), row.studentId])
      const lines = () => found.map(lineOf).join('')
      const last = found.length < BATCH ? undefined : found.at(-1)
      return { lines, next: last && [last.at, last.id] }
    },
  }
}

const scoreLines = byTime(
  ['Challenge', 'Session', 'Score', 'Of'],
  {
    from: 'scores r left join challenges c on c.tenant_id = r.tenant_id and c.id = r.challenge_id',
    at: 'r.completed_at',
    measured: 'c.title as about, r.score as amount, r.max_score as most',
    where: chosenScores,
  },
  ({ about, session: name, amount, most }) => [about, name, amount, most],
)

const pointLines = byTime(
  ['For', 'Session', 'Points'],
  {
    from: 'points_entries e',
    at: 'e.earned_at',
    measured: 'e.reason as about, e.points as amount, null::int as most',
    where: chosenPoints,
  },
  ({ about, session: name, amount }) => [about, name, amount],
)

/** What each report counts as CSV; made for each export, which remembers its students. */
export const entryLines: Record<ReportKind, () => EntryLines> = {
  attendance: () => bySession(['Student', 'Grade', 'Mark', 'Minutes', 'Student ID'], marks, false),
  participation: () => bySession(['Student', 'Grade', 'Place', 'Mark', 'Student ID'], places, true),
  scores: () => scoreLines,
  progress: () => pointLines,
}
