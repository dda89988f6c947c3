import { attendanceRow, attendanceTotals, reportGroups } from '../contract.ts'
import { isOfStudents, sessionsOfPeriod } from './conditions.ts'
import { attendedMinutes, attendedTimes, joinedTimes } from './hours.ts'
import { sumColumn, entriesOf, figuresOf, rowsOf, type Chosen, type ReportSource } from './report.ts'

/** Present or late, as everywhere. */
const hasAttended = `f.attendance in ('present', 'late')`

// A student has one place in a session, so that a fact is a session of a student.
const factsQuery = ({ viewer }: Chosen) => `${sessionsOfPeriod(viewer)}, ${attendedTimes}, facts as not materialized (
    select p.id, p.student_id, p.session_id, p.attendance, x.start_date as at, x.step,
        ${attendedMinutes} as minutes
      from x join session_participants p on p.session_id = x.id
        ${joinedTimes}
      where p.attendance is not null and ${isOfStudents('p.student_id')}
  )`

const countWhere = (condition: string) => `count(*) filter (where ${condition})`

const source: ReportSource<typeof attendanceTotals, typeof attendanceRow> = {
  figures: attendanceTotals,
  row: attendanceRow,
  facts: factsQuery,
  sums: {
    present: countWhere(`f.attendance = 'present'`),
    late: countWhere(`f.attendance = 'late'`),
    absent: countWhere(`f.attendance = 'absent'`),
    minutes: `sum(f.minutes) filter (where ${hasAttended})`,
  },
  measures: {
    marked: sumColumn('entries'),
    present: sumColumn('present'),
    late: sumColumn('late'),
    absent: sumColumn('absent'),
    // What the others leave, which is quicker than to compare each mark once more.
    excused: (sum) => `(${sum('entries')} - ${sum('present')} - ${sum('late')} - ${sum('absent')})::int`,
    attended: (sum) => `(${sum('present')} + ${sum('late')})::int`,
    rate: (sum) => `round(100.0 * (${sum('present')} + ${sum('late')}) / nullif(${sum('entries')}, 0))::int`,
    hours: (sum) => `coalesce(round(${sum('minutes')} / 60.0, 1), 0)::float8`,
  },
  totals: {
    sessions: `(select count(*) from x where exists (select from session_participants p
      where p.session_id = x.id and p.attendance is not null
        and ${isOfStudents('p.student_id')}))`,
  },
  by: reportGroups.attendance,
}

const inSession = {
  joins: 'left join sessions y on y.id = f.session_id',
  about: `coalesce(y.name, '')`,
  amount: `case when ${hasAttended} then f.minutes end`,
}

export const attendance = {
  figures: figuresOf(source),
  rows: rowsOf(source),
  entries: entriesOf(source, inSession, {
    marked: 'true',
    present: `f.attendance = 'present'`,
    late: `f.attendance = 'late'`,
    absent: `f.attendance = 'absent'`,
    excused: `f.attendance = 'excused'`,
    attended: hasAttended,
  }),
}
