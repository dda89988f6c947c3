import { gradeOrder } from '../../../admissions/students/server/students.ts'
import type { ReportGroup } from '../contract.ts'

/** Grouping of a report: how facts `f` become rows. */
export interface Group {
  /** Columns by which facts are summed first. */
  keys: string
  /** Joins for each group, and the columns by which groups are summed again. */
  joins: string
  regrouped?: string
  id: string
  name: string
  about: string
  at: string
  /** Number of students in a row, each counted once. */
  students: string
  order: string
  /** Order of rows, with types and first values: an export continues after its last row. */
  after?: readonly (readonly [column: string, type: string, first: string])[]
}

export const NIL_UUID = '00000000-0000-0000-0000-000000000000'

const step: Group = {
  keys: 'step, student_id',
  joins: '',
  regrouped: 'b.name',
  id: 'b.name',
  name: 'b.name',
  about: `''`,
  at: 'null::timestamptz',
  students: 'count(f.student_id)',
  order: 'b.name',
}

const grade = `coalesce(s.grade, '')`

export const groups: Record<ReportGroup, Group> = {
  student: {
    keys: 'student_id',
    joins: 'join students s on s.id = f.student_id',
    id: 's.id::text',
    name: `s.first_name || ' ' || s.last_name`,
    about: grade,
    at: 'null::timestamptz',
    students: '1',
    order: 's.last_name, s.first_name, s.id',
    after: [
      ['s.last_name', 'text', ''],
      ['s.first_name', 'text', ''],
      ['s.id', 'uuid', NIL_UUID],
    ],
  },
  session: {
    keys: 'session_id',
    joins: 'join sessions y on y.id = f.session_id',
    id: 'y.id::text',
    name: 'y.name',
    about: 'y.location',
    at: 'y.start_date',
    students: 'f.entries',
    order: 'y.start_date, y.id',
    after: [
      ['y.start_date', 'timestamptz', '-infinity'],
      ['y.id', 'uuid', NIL_UUID],
    ],
  },
  challenge: {
    keys: 'challenge_id',
    joins: `join challenges c on c.id = f.challenge_id
      left join sessions y on y.id = c.session_id`,
    id: 'c.id::text',
    name: 'c.title',
    about: `coalesce(y.name, '')`,
    at: 'null::timestamptz',
    students: 'f.entries',
    order: 'c.title, c.id',
    after: [
      ['c.title', 'text', ''],
      ['c.id', 'uuid', NIL_UUID],
    ],
  },
  grade: {
    keys: 'student_id',
    joins: 'join students s on s.id = f.student_id',
    regrouped: grade,
    id: grade,
    name: grade,
    about: `''`,
    at: 'null::timestamptz',
    students: 'count(*)',
    order: gradeOrder(grade),
  },
  week: step,
  month: step,
}
