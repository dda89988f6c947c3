import { z } from 'zod'
import { viewers, type Viewer } from '#core/server/database/row-policy.ts'
import { statement, variants, type Statement } from '#core/server/database/statement.ts'
import { figureRow, type FigureRow } from '../../../contract.ts'
import type { ReportGroup } from '../contract.ts'
import { groups, type Group } from './groups.ts'

/** SQL of a sum in a row, or in the totals, by its name in `sums`. */
export type SumOf = (name: string) => string

export interface Chosen {
  viewer: Viewer
  /** True if filters name sessions, series or instructors, or not all sessions are the viewer's. */
  isOfSessions: boolean
}

/** Source of a report: `Row` is the schema of its rows, `Figures` that of its totals. */
export interface ReportSource<Figures extends z.ZodObject, Row extends z.ZodObject> {
  figures: Figures
  row: Row
  /** CTEs of a `with`, the last of which is `facts`: a row per counted thing of one student. */
  facts: (chosen: Chosen) => string
  /** Columns of the facts `f` that are summed. */
  sums: Record<string, string>
  /** Condition on facts that make a row, where other facts serve for comparison only. */
  counted?: string
  /** Columns of a row that are computed from the sums. */
  measures: Record<string, (sum: SumOf) => string>
  /** Additional totals. */
  totals?: Record<string, string>
  by: readonly ReportGroup[]
}

export const sumColumn = (name: string) => (sum: SumOf) => `${sum(name)}::int`

/** Mean of the reached scores in percent of the possible ones; null without scores. */
export const meanColumn = (sum: SumOf, name: string, of: string) =>
  `round((${sum(name)} / nullif(${sum(of)}, 0))::numeric)::int`

const selectList = (columns: Record<string, string>) =>
  Object.entries(columns)
    .map(([name, sql]) => `${sql} as "${name}"`)
    .join(', ')

type Measured = Pick<ReportSource<z.ZodObject, z.ZodObject>, 'sums' | 'measures' | 'counted'>

/** Sums the facts, grouped by columns. */
function sumsQuery({ sums, counted }: Measured, keys: string): string {
  const entries = counted ? `count(*) filter (where ${counted})` : 'count(*)'
  const columns = selectList({ entries, ...sums })
  return `(select ${keys}, ${columns} from facts f group by ${keys}${counted ? ` having ${entries} > 0` : ''}) f`
}

const measureColumns = ({ measures }: Measured, sum: SumOf) =>
  selectList(Object.fromEntries(Object.entries(measures).map(([name, of]) => [name, of(sum)])))

const sumOfRow: SumOf = (name) => `f."${name}"`
const sumOfRows: SumOf = (name) => `coalesce(sum(f."${name}"), 0)`

const choices = { viewer: viewers, isOfSessions: [false, true] } as const

type Made<Row extends object> = (chosen: Chosen) => Statement<Row>

/** Returns statements for the totals of a report. */
export function figuresOf<Figures extends z.ZodObject, Row extends z.ZodObject>(
  source: ReportSource<Figures, Row>,
): Made<z.output<Figures>> {
  const { facts, totals = {} } = source
  return variants(choices, (chosen) =>
    statement(
      source.figures,
      `with ${facts(chosen)}
        select count(*) as students, ${measureColumns(source, sumOfRows)}
            ${Object.entries(totals)
              .map(([name, sql]) => `, ${sql} as "${name}"`)
              .join('')}
          from ${sumsQuery(source, 'student_id')}`,
      { plansAnew: true },
    ),
  )
}

type Listed<Row extends z.ZodObject> = z.output<Row> & { total: number; keys: string[] }

/** Returns statements for the rows of a report, by grouping. */
export function rowsOf<Figures extends z.ZodObject, Row extends z.ZodObject>(
  source: ReportSource<Figures, Row>,
): Record<string, Made<Listed<Row>>> {
  return Object.fromEntries(
    source.by.map((by) => [
      by,
      variants(
        choices,
        (chosen) =>
          statement(
            source.row.extend({ total: z.number(), keys: z.array(z.string()) }),
            `with ${source.facts(chosen)} ${rowsQuery(source, groups[by])}`,
            { plansAnew: true },
          ) as unknown as Statement<Listed<Row>>,
      ),
    ]),
  )
}

function rowsQuery(source: Measured, group: Group): string {
  const { keys, joins, regrouped, after } = group
  const sum = regrouped ? sumOfRows : sumOfRow
  const from = keys.startsWith('step')
    ? // Also those in which nothing was.
      `unnest($steps::text[]) with ordinality b (name, place) left join ${sumsQuery(source, keys)} on f.step = b.place`
    : `${sumsQuery(source, keys)} ${joins}`
  const { id, name, about, at, students } = group
  const isAfter = after
    ? `where (${after.map(([column]) => column).join(', ')}) >
        (${after.map(([, type], index) => `($after::text[])[${index + 1}]::${type}`).join(', ')})`
    : ''
  const last = after ? `array[${after.map(([column]) => `${column}::text`).join(', ')}]` : `'{}'::text[]`
  return `select ${selectList({ id, name, about, at, students })}, ${measureColumns(source, sum)},
      count(*) over () as total, ${last} as keys
    from ${from} ${isAfter} ${regrouped ? `group by ${regrouped}` : ''}
    order by ${group.order} limit $most offset $offset`
}

/** Columns of an entry, in SQL with the facts `f` and their students `s`. */
export interface Entry {
  joins?: string
  about: string
  amount?: string
  most?: string
}

/** Lists the entries behind a number, the latest first. */
export function entriesOf<Of extends string>(
  { facts }: { facts: (chosen: Chosen) => string },
  { joins = '', about, amount = 'null::int', most = 'null::int' }: Entry,
  conditions: Record<Of, string>,
): Record<Of, Made<FigureRow & { total: number }>> {
  const made = Object.entries<string>(conditions).map(([of, where]) => [
    of,
    variants(choices, (chosen) =>
      statement(
        figureRow.extend({ total: z.number() }),
        `with ${facts(chosen)}
          select f.id, s.first_name || ' ' || s.last_name as name, ${about} as about, f.at, ${amount} as amount,
              ${most} as most, f.session_id as "sessionId", f.student_id as "studentId",
              (select count(*) from facts f where ${where}) as total
            from (select * from facts f where ${where} order by f.at desc, f.id desc limit $most offset $offset) f
              join students s on s.id = f.student_id ${joins}
            order by f.at desc, f.id desc`,
        { plansAnew: true },
      ),
    ),
  ])
  return Object.fromEntries(made) as Record<Of, Made<FigureRow & { total: number }>>
}
