import { participationRow, participationTotals, reportGroups } from '../contract.ts'
import { isOfStudents, sessionsOfPeriod } from './conditions.ts'
import { sumColumn, entriesOf, figuresOf, rowsOf, type Chosen, type ReportSource } from './report.ts'

const hasAttended = `f.status = 'registered' and f.attendance in ('present', 'late')`

// Registrations in canceled sessions are no participation.
const factsQuery = ({ viewer }: Chosen) => `${sessionsOfPeriod(viewer, `x.status <> 'cancelled'`)},
  facts as not materialized (
    select p.id, p.student_id, p.session_id, p.status, p.attendance, x.start_date as at, x.step
      from x join session_participants p on p.session_id = x.id
      where ${isOfStudents('p.student_id', 'x.start_date')}
  )`

const statuses = ['registered', 'waitlisted', 'declined', 'cancelled'] as const

const countWhere = (condition: string) => `count(*) filter (where ${condition})`

const source: ReportSource<typeof participationTotals, typeof participationRow> = {
  figures: participationTotals,
  row: participationRow,
  facts: factsQuery,
  sums: {
    ...Object.fromEntries(statuses.map((status) => [status, countWhere(`f.status = '${status}'`)])),
    attended: countWhere(hasAttended),
  },
  measures: {
    places: sumColumn('entries'),
    ...Object.fromEntries(statuses.map((status) => [status, sumColumn(status)])),
    attended: sumColumn('attended'),
  },
  totals: {
    sessions: `(select count(*) from x where exists (select from session_participants p
      where p.session_id = x.id and ${isOfStudents('p.student_id', 'x.start_date')}))`,
  },
  by: reportGroups.participation,
}

export const participation = {
  figures: figuresOf(source),
  rows: rowsOf(source),
  entries: entriesOf(
    source,
    { joins: 'left join sessions y on y.id = f.session_id', about: `coalesce(y.name, '')` },
    {
      places: 'true',
      registered: `f.status = 'registered'`,
      waitlisted: `f.status = 'waitlisted'`,
      declined: `f.status = 'declined'`,
      cancelled: `f.status = 'cancelled'`,
      attended: hasAttended,
    },
  ),
}
