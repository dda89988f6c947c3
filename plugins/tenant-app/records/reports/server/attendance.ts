import { attendanceRow, attendanceTotals, reportGroups } from '../contract.ts'
import { isOfStudents, meetingsOfPeriod } from './conditions.ts'
import { assumedMinutes, countedMinutes } from './hours.ts'
import { sumColumn, entriesOf, figuresOf, rowsOf, type Chosen, type ReportSource } from './report.ts'

/** True for present or late, as in all statistics. */
const hasAttended = `f.attendance in ('present', 'late')`

// A fact is one meeting of one student.
const factsQuery = ({ viewer }: Chosen) => `${meetingsOfPeriod(viewer)}, facts as not materialized (
    select a.id, a.student_id, a.session_id, a.mark as attendance, x.start_date as at, x.step,
        ${countedMinutes} as minutes, ${assumedMinutes} as assumed
      from x join meeting_attendance a on a.meeting_id = x.id
      where a.mark is not null and ${isOfStudents('a.student_id', 'x.start_date')}
  )`

const hoursOf = (minutes: string) => `coalesce(round(${minutes} / 60.0, 1), 0)::float8`

const countWhere = (condition: string) => `count(*) filter (where ${condition})`

const source: ReportSource<typeof attendanceTotals, typeof attendanceRow> = {
  figures: attendanceTotals,
  row: attendanceRow,
  facts: factsQuery,
  sums: {
    present: countWhere(`f.attendance = 'present'`),
    late: countWhere(`f.attendance = 'late'`),
    absent: countWhere(`f.attendance = 'absent'`),
    minutes: 'sum(f.minutes)',
    assumed: 'sum(f.assumed)',
  },
  measures: {
    marked: sumColumn('entries'),
    present: sumColumn('present'),
    late: sumColumn('late'),
    absent: sumColumn('absent'),
    // The remainder, which is faster than comparing each record again.
    excused: (sum) => `(${sum('entries')} - ${sum('present')} - ${sum('late')} - ${sum('absent')})::int`,
    attended: (sum) => `(${sum('present')} + ${sum('late')})::int`,
    rate: (sum) => `round(100.0 * (${sum('present')} + ${sum('late')}) / nullif(${sum('entries')}, 0))::int`,
    hours: (sum) => hoursOf(sum('minutes')),
    assumedHours: (sum) => hoursOf(sum('assumed')),
    minutes: (sum) => `coalesce(${sum('minutes')}, 0)::int`,
    assumedMinutes: (sum) => `coalesce(${sum('assumed')}, 0)::int`,
  },
  totals: {
    sessions: `(select count(distinct x.session_id) from x where exists (select from meeting_attendance a
      where a.meeting_id = x.id and a.mark is not null and ${isOfStudents('a.student_id', 'x.start_date')}))`,
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
