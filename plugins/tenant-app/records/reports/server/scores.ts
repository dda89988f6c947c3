import { reportGroups, scoreRow, scoreTotals } from '../contract.ts'
import { isIn, isOfProjects, isInSessions, isOfStudents, stepOf } from './conditions.ts'
import { sumColumn, entriesOf, figuresOf, meanColumn, rowsOf, type Chosen, type ReportSource } from './report.ts'

/** Scores `r` that a viewer reports on, regardless of their time. */
export const isChosenScore = ({ viewer, isOfSessions }: Chosen) => `${isInSessions(viewer, isOfSessions, 'r')}
  and ${isOfProjects('r', (project) => `r.tenant_project_id = ${project}`)} and ${isOfStudents('r.student_id', 'r.completed_at')}`

/** Score `r` in percent of the maximum; as `numeric` a year of them would take three times as long. */
export const percent = '100::float8 * r.score / r.max_score'

const factsQuery = (chosen: Chosen) => `facts as not materialized (
    select r.id, r.student_id, r.challenge_id, r.session_id, r.score, r.max_score, ${percent} as percent,
        r.completed_at as at, ${stepOf('r.completed_at')} as step
      from scores r where ${isIn('r.completed_at')} and ${isChosenScore(chosen)}
  )`

const isHigh = 'f.percent >= 80'
const isLow = 'f.percent < 50'

const source: ReportSource<typeof scoreTotals, typeof scoreRow> = {
  figures: scoreTotals,
  row: scoreRow,
  facts: factsQuery,
  sums: {
    percents: 'sum(f.percent)',
    high: `count(*) filter (where ${isHigh})`,
    low: `count(*) filter (where ${isLow})`,
  },
  measures: {
    scores: sumColumn('entries'),
    averageScore: (sum) => meanColumn(sum, 'percents', 'entries'),
    high: sumColumn('high'),
    low: sumColumn('low'),
  },
  totals: {
    challenges: '(select count(*) from (select f.challenge_id from facts f group by f.challenge_id) c)',
  },
  by: reportGroups.scores,
}

export const scores = {
  figures: figuresOf(source),
  rows: rowsOf(source),
  entries: entriesOf(
    source,
    {
      joins: 'left join challenges c on c.id = f.challenge_id',
      about: `coalesce(c.title, '')`,
      amount: 'f.score',
      most: 'f.max_score',
    },
    { scores: 'true', high: isHigh, low: isLow },
  ),
}
