import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { csvLine, type Cell } from '#core/server/csv.ts'
import { viewers, type Viewer } from '#core/server/database/row-policy.ts'
import { statement, variants, type Statement } from '#core/server/database/statement.ts'
import type { ReportFilters, ReportKind } from '../contract.ts'
import { isIn, isOfStudents, meetingsOfPeriod, sessionsOfPeriod } from './conditions.ts'
import { NIL_UUID } from './groups.ts'
import { assumedMinutes, countedMinutes } from './hours.ts'
import type { ReportPeriod } from './period.ts'
import { isChosenPoints } from './progress.ts'
import { statementsFor, reportValues } from './read-report.ts'
import type { Chosen } from './report.ts'
import { isChosenScore } from './scores.ts'

/** Number of rows per batch, two of which are in memory; a session with more places is one batch. */
export const BATCH_SIZE = 10_000
/** Number of rows written between yields to other work, where rows are written one by one. */
const ROWS_PER_TURN = 500
/** Number of sessions whose places are counted at a time, to fill batches. */
const SESSIONS_PER_BATCH = 60
/** Number of students whose names stay in memory between batches: all of most organizations. */
const MAX_NAMES = 20_000

/** Position at which a batch begins: after the last values of its order. */
export type Position = readonly string[]

export interface Batch {
  /** Writes the lines piece by piece, so that the next batch can be requested and received in between. */
  lines: () => Iterable<string>
  /** Position of the next batch; undefined after the last. */
  next?: Position | undefined
}

export interface AskedReport {
  period: ReportPeriod
  filters: ReportFilters
}

/** Entries of a report as CSV, a batch at a time. */
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

const selectSessions = variants({ viewer: viewers, isPlanned: [true, false] }, ({ viewer, isPlanned }) =>
  statement(
    session,
    `with ${isPlanned ? sessionsOfPeriod(viewer, `x.status <> 'cancelled'`) : meetingsOfPeriod(viewer)}
      select x.id::text as id, array[${local('x.start_date', 'YYYY-MM-DD')}, ${local('x.start_date', 'HH24:MI')}, y.name,
          y.location, coalesce(u.first_name || ' ' || u.last_name, '')]::text[] as cells,
          (select count(*) from session_participants p where p.session_id = x.session_id) as places,
          array[x.start_date::text, x.id::text] as keys
        from x join sessions y on y.id = x.session_id left join users u on u.tenant_id = y.tenant_id and u.id = y.instructor_id
        where (x.start_date, x.id) > (($after::text[])[1]::timestamptz, ($after::text[])[2]::uuid)
        order by x.start_date, x.id limit ${SESSIONS_PER_BATCH}`,
  ),
)

/** Entries of one session or meeting: for each an id, the rest of that student's line, and a `;`. */
const sessionEntries = z.object({ sessionId: z.string(), entries: z.string() })
type Placed = z.output<typeof sessionEntries>

const sessionColumns = ['Date', 'Start', 'Session', 'Location', 'Instructor']
// One row per session: sending and reading one per student takes most of the time of an export.

// Sessions or meetings found before, as far as the viewer may still see them.
const isFound = (alias: string) => `${alias}.id = any($sessionIds::uuid[])`

const selectMarks = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    sessionEntries,
    `with ${meetingsOfPeriod(viewer, isFound('m'))}
    select x.id as "sessionId", string_agg(a.student_id || a.mark || ',' || case when a.mark in ('present', 'late')
          then (${countedMinutes})::text || ',' || (${assumedMinutes})::text else ',' end || ',;', '') as entries
      from x join meeting_attendance a on a.meeting_id = x.id
      where a.mark is not null and ${isOfStudents('a.student_id', 'x.start_date')} group by x.id`,
  ),
)

const selectPlaces = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    sessionEntries,
    `with ${sessionsOfPeriod(viewer, isFound('x'))}
      select x.id as "sessionId", string_agg(p.student_id || p.status || ',' || coalesce(p.attendance, '') || ',;', '')
          as entries
      from x join session_participants p on p.session_id = x.id
      where ${isOfStudents('p.student_id', 'x.start_date')} group by x.id`,
  ),
)

/** Lists entries of sessions, as many sessions at a time as fill a batch. */
function linesBySession(
  columns: readonly string[],
  list: (chosen: { viewer: Viewer }) => Statement<Placed>,
  isPlanned: boolean,
): EntryLines {
  let coming: readonly z.output<typeof session>[] = []
  const students = new Students()
  return {
    columns: [...sessionColumns, ...columns],
    first: ['-infinity', NIL_UUID],
    batch: async (scope, { period, filters }, after) => {
      const values = reportValues(scope, period, filters)
      const { viewer } = statementsFor(scope, filters)
      // Counting the places of so many sessions takes as long as reading a batch. The query of the places checks the viewer's
      // rights again.
      if (coming.length === 0) coming = await scope.rows(selectSessions({ viewer, isPlanned }), { ...values, after })
      const taken = takeFitting(coming)
      coming = coming.slice(taken.length)
      const placed = await scope.rows(list({ viewer }), { ...values, sessionIds: taken.map(({ id }) => id) })
      students.forgetMany()
      const entriesOf = new Map(placed.map(({ sessionId, entries }) => [sessionId, students.found(entries)]))
      await students.learn(scope)
      const lines = () => writeEach(taken, ({ id, cells }) => linesOf(headOf(cells), entriesOf.get(id)))
      return { lines, next: taken.at(-1)?.keys }
    },
  }
}

/** Beginning and end of a student's lines, and the rank of the name among all loaded students. */
interface Named {
  head?: string
  end: string
  name: string
  place: number
}

const selectStudentNames = statement(
  z.object({ id: z.string(), firstName: z.string(), lastName: z.string(), grade: z.string().nullable() }),
  `select id, first_name as "firstName", last_name as "lastName", grade from students where id = any($ids::uuid[])`,
)

/** Entries as received from PostgreSQL, with the offset and student of each: no objects for thousands of them. */
interface Entries {
  text: string
  starts: Uint32Array
  students: Named[]
}

/** Students of an export's lines. */
class Students {
  readonly #known = new Map<string, Named>()
  #unknown: string[] = []

  forgetMany(): void {
    if (this.#known.size > MAX_NAMES) this.#known.clear()
  }

  /** Splits entries and collects students for `learn` to load. */
  found(text: string): Entries {
    const students: Named[] = []
    const starts: number[] = []
    for (let at = 0; at < text.length; at = text.indexOf(';', at) + 1) {
      const id = text.slice(at, at + NIL_UUID.length)
      let student = this.#known.get(id)
      if (!student) {
        student = { name: '', place: 0, end: `${id}\r\n` }
        this.#known.set(id, student)
        this.#unknown.push(id)
      }
      students.push(student)
      starts.push(at)
    }
    return { text, students, starts: Uint32Array.from(starts) }
  }

  /** Loads a batch's new students: each is read, formatted and sorted once. */
  async learn(scope: TenantScope): Promise<void> {
    const ids = this.#unknown.splice(0)
    if (ids.length === 0) return
    for (const { id, firstName, lastName, grade } of await scope.rows(selectStudentNames, { ids })) {
      const student = this.#known.get(id)
      if (!student) continue
      student.name = `${lastName}\0${firstName}\0${id}`
      student.head = headOf([`${firstName} ${lastName}`, grade])
    }
    const inOrder = [...this.#known.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1))
    for (const [place, student] of inOrder.entries()) student.place = place
  }
}

/** Yields the lines of one session, by the students' names. */
function linesOf(head: string, entries: Entries | undefined): string {
  if (!entries) return ''
  const { text, starts, students } = entries
  // Numbers sort without a comparison callback.
  const order = Float64Array.from(students, ({ place }, index) => place * students.length + index).toSorted()
  let lines = ''
  for (const placed of order) {
    const index = placed % students.length
    const student = students[index]
    const start = (starts[index] ?? 0) + NIL_UUID.length
    // A word and a number need neither quotes nor escapes.
    if (student?.head !== undefined)
      lines += head + student.head + text.slice(start, text.indexOf(';', start)) + student.end
  }
  return lines
}

/** Takes the first sessions that fit a batch together, at least one. */
function takeFitting(found: readonly z.output<typeof session>[]): readonly z.output<typeof session>[] {
  let rows = 0
  const end = found.findIndex(({ places: more }, index) => {
    rows += more
    return index > 0 && rows > BATCH_SIZE
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
  /** Maximum of the amount. */
  most: z.number().nullable(),
  studentId: z.string(),
  at: z.string(),
  id: z.string(),
})
type Dated = z.output<typeof dated>

function* writeEach<Of>(all: Iterable<Of>, write: (one: Of) => string): Generator<string> {
  for (const one of all) yield write(one)
}

function* splitRows<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let at = 0; at < rows.length; at += ROWS_PER_TURN) yield rows.slice(at, at + ROWS_PER_TURN)
}

/** Lists entries without sessions, by their time. */
function linesByTime(
  columns: readonly string[],
  {
    of,
    at,
    joins = '',
    measured,
    where,
  }: { of: string; at: string; joins?: string; measured: string; where: (chosen: Chosen) => string },
  cells: (row: Dated) => readonly Cell[],
): EntryLines {
  const [alias = ''] = at.split('.')
  const listed = variants({ viewer: viewers, isOfSessions: [false, true] }, (chosen) =>
    statement(
      dated,
      `select ${local(at, 'YYYY-MM-DD')} as day, ${fullName} as student, s.grade, ${measured}, y.name as session,
          s.id as "studentId", ${at}::text as at, ${alias}.id
        from (select * from ${of} where ${isIn(at)} and ${at} >= ($after::text[])[1]::timestamptz
              and (${at}, ${alias}.id) > (($after::text[])[1]::timestamptz, ($after::text[])[2]::uuid) and ${where(chosen)}
            order by ${at}, ${alias}.id limit ${BATCH_SIZE}) ${alias}
          join students s on s.id = ${alias}.student_id left join sessions y on y.id = ${alias}.session_id ${joins}
        order by ${at}, ${alias}.id`,
    ),
  )
  return {
    columns: ['Date', 'Student', 'Grade', ...columns, 'Student ID'],
    first: ['-infinity', NIL_UUID],
    batch: async (scope, { period, filters }, after) => {
      const values = { ...reportValues(scope, period, filters), after }
      const found = await scope.rows(listed(statementsFor(scope, filters)), values)
      const lineOf = (row: Dated) => csvLine([row.day, row.student, row.grade, ...cells(row), row.studentId])
      const lines = () => writeEach(splitRows(found), (rows) => rows.map(lineOf).join(''))
      const last = found.length < BATCH_SIZE ? undefined : found.at(-1)
      return { lines, next: last && [last.at, last.id] }
    },
  }
}

const scoreLines = linesByTime(
  ['Challenge', 'Session', 'Score', 'Of'],
  {
    of: 'scores r',
    at: 'r.completed_at',
    joins: 'left join challenges c on c.id = r.challenge_id',
    measured: 'c.title as about, r.score as amount, r.max_score as most',
    where: isChosenScore,
  },
  ({ about, session: name, amount, most }) => [about, name, amount, most],
)

const pointLines = linesByTime(
  ['For', 'Session', 'Points'],
  {
    of: 'points_entries e',
    at: 'e.earned_at',
    measured: 'e.reason as about, e.points as amount, null::int as most',
    where: isChosenPoints,
  },
  ({ about, session: name, amount }) => [about, name, amount],
)

/** Lines of each report as CSV; created per export, which caches its students. */
export const entryLines: Record<ReportKind, () => EntryLines> = {
  attendance: () =>
    linesBySession(['Student', 'Grade', 'Mark', 'Minutes', 'Assumed minutes', 'Student ID'], selectMarks, false),
  participation: () => linesBySession(['Student', 'Grade', 'Place', 'Mark', 'Student ID'], selectPlaces, true),
  scores: () => scoreLines,
  progress: () => pointLines,
}
