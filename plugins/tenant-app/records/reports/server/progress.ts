import { progressRow, progressTotals, reportGroups } from '../contract.ts'
import { attendance } from './attendance.ts'
import { isIn, isOfProjects, isInSessions, isOfStudents, sessionsOfPeriod, stepOf } from './conditions.ts'
import {
  sumColumn,
  entriesOf,
  figuresOf,
  meanColumn,
  rowsOf,
  type Chosen,
  type ReportSource,
  type SumOf,
} from './report.ts'
import { isChosenScore, percent, scores } from './scores.ts'

/** True for points from a challenge of the project, or from a session of it. */
export const isChosenPoints = ({ viewer, isOfSessions }: Chosen) => `${isInSessions(viewer, isOfSessions, 'e')}
  and ${isOfProjects('e', (project) => `e.source_id in (select id from challenges where tenant_project_id = ${project})`)}
  and ${isOfStudents('e.student_id', 'e.earned_at')}`

const pointsOfPeriod = (chosen: Chosen) => `points_entries e where ${isIn('e.earned_at')} and ${isChosenPoints(chosen)}`

// `percent`: of a score of the period, `percent_before`: of one of the previous period of equal length. Columns of other facts
// are null, which sums skip without checking the kind of fact.
const factsQuery = (chosen: Chosen) => `${sessionsOfPeriod(chosen.viewer)}, facts as not materialized (
    select p.student_id, x.step, 1 as attended, null::float8 as percent, null::float8 as percent_before, 0 as points
      from x join session_participants p on p.session_id = x.id
      where p.attendance in ('present', 'late') and ${isOfStudents('p.student_id', 'x.start_date')}
    union all
    select r.student_id, ${stepOf('r.completed_at')}, null, ${percent}, null, 0
      from scores r where ${isIn('r.completed_at')} and ${isChosenScore(chosen)}
    union all
    select r.student_id, 0, null, null, ${percent}, 0
      from scores r where r.completed_at >= $before::timestamptz and r.completed_at < $from::timestamptz
        and ${isChosenScore(chosen)}
    union all
    select e.student_id, ${stepOf('e.earned_at')}, null, null, null, e.points from ${pointsOfPeriod(chosen)}
  )`

const change = (sum: SumOf) =>
  `(case when ${sum('scored')} > 0 and ${sum('scoredBefore')} > 0
    then ${meanColumn(sum, 'percents', 'scored')} - ${meanColumn(sum, 'percentsBefore', 'scoredBefore')} end)::int`

const source: ReportSource<typeof progressTotals, typeof progressRow> = {
  figures: progressTotals,
  row: progressRow,
  facts: factsQuery,
  sums: {
    attended: 'count(f.attended)',
    scored: 'count(f.percent)',
    scoredBefore: 'count(f.percent_before)',
    percents: 'sum(f.percent)',
    percentsBefore: 'sum(f.percent_before)',
    points: 'sum(f.points)',
  },
  counted: 'f.percent_before is null',
  measures: {
    attended: sumColumn('attended'),
    scored: sumColumn('scored'),
    averageScore: (sum) => meanColumn(sum, 'percents', 'scored'),
    change,
    points: sumColumn('points'),
  },
  by: reportGroups.progress,
}

const points = {
  facts: (chosen: Chosen) => `facts as not materialized (
    select e.id, e.student_id, e.session_id, e.reason, e.points, e.earned_at as at from ${pointsOfPeriod(chosen)}
  )`,
}

export const progress = {
  figures: figuresOf(source),
  rows: rowsOf(source),
  entries: {
    ...entriesOf(points, { about: 'f.reason', amount: 'f.points' }, { points: 'true' }),
    attended: attendance.entries.attended,
    scored: scores.entries.scores,
  },
}
