import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLacking } from '#core/web/session.ts'
import { BarChart } from '#core/web/ui/charts/BarChart.tsx'
import { ChartCard } from '#core/web/ui/charts/ChartCard.tsx'
import { LineChart } from '#core/web/ui/charts/LineChart.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import type { ReportFilters, ReportKind } from '../contract.ts'
import {
  columnsOf,
  figureText,
  groupNames,
  reportBars,
  reportNames,
  rowName,
  type ReportBar,
} from '../labels-contract.ts'
import * as styles from './Reports.css.ts'
import { stepOf } from './reportQuery.ts'
import { reports, type ReportRow } from './reports.ts'

/** Maximum number of weeks or months in a period. */
const MAX_STEPS = 60

interface Drawn {
  title: string
  help: string
  /** Stacked bars, or one line in percent, for steps with data. */
  bars?: readonly ReportBar[]
  line?: { id: string; of: string }
}

const charts: Record<ReportKind, readonly Drawn[]> = {
  attendance: [
    {
      title: 'Attendance',
      help: 'Marks by when the session starts',
      bars: reportBars.attendance,
    },
    {
      title: 'Attendance rate',
      help: 'Present or late as a percentage of all marks',
      line: { id: 'rate', of: 'marked' },
    },
  ],
  progress: [
    { title: 'Points', help: 'By when they were earned', bars: reportBars.progress },
    { title: 'Average score', help: 'As a percentage of the maximum', line: { id: 'averageScore', of: 'scored' } },
  ],
  scores: [
    { title: 'Scores', help: 'How many were given', bars: reportBars.scores },
    { title: 'Average score', help: 'As a percentage of the maximum', line: { id: 'averageScore', of: 'scores' } },
  ],
  participation: [
    {
      title: 'Places',
      help: 'By when the session starts',
      bars: reportBars.participation,
    },
    {
      title: 'Students',
      help: 'Students who asked for a place, counted once per bar',
      bars: [{ id: 'students', name: '', tone: 'accent' }],
    },
  ],
}

interface ReportChartsProps {
  kind: ReportKind
  asked: ReportFilters
  /** Decides whether the chart shows weeks or months. */
  period: { from: string; to: string } | undefined
}

/** Charts a report over its period. */
export function ReportCharts({ kind, asked, period }: ReportChartsProps) {
  if (!period) return <Skeleton height={360} />
  return <Charts kind={kind} asked={asked} period={period} />
}

function Charts({ kind, asked, period }: ReportChartsProps & { period: { from: string; to: string } }) {
  const by = stepOf(period)
  const isLacking = useLacking('report-export') !== undefined
  const steps = useQuery({
    ...reports[kind].rows({ ...asked, by, limit: MAX_STEPS }),
    placeholderData: keepPreviousData,
  })
  const rows = steps.data?.rows
  const columns = columnsOf(kind, by)
  return (
    <div className={styles.charts}>
      {charts[kind].map((drawn) => (
        <ChartCard
          key={drawn.title}
          title={drawn.title}
          help={drawn.help}
          query={steps}
          csv={isLacking ? undefined : reports[kind].exportUrl({ ...asked, by })}
          table={
            rows && {
              columns: [groupNames[by], ...columns.map(({ label }) => label)],
              rows: rows.map((row) => ({
                id: row.id,
                cells: [rowName(by, row.name), ...columns.map((column) => figureText(column, row[column.id]))],
              })),
            }
          }
        >
          <Chart kind={kind} drawn={drawn} by={by} rows={rows ?? []} />
        </ChartCard>
      ))}
    </div>
  )
}

interface ChartProps {
  kind: ReportKind
  drawn: Drawn
  by: 'week' | 'month'
  rows: readonly ReportRow[]
}

function Chart({ kind, drawn: { title, bars, line }, by, rows }: ChartProps) {
  const label = `${title} by ${by}, of the report ${reportNames[kind]}`
  const value = (row: ReportRow, id: string) => Number(row[id] ?? 0)
  const short = ({ name }: ReportRow) =>
    by === 'month' ? rowName(by, name) : rowName(by, name).replace(/, \d{4}$/, '')
  if (bars) {
    return (
      <BarChart
        label={label}
        series={bars}
        points={rows.map((row) => ({ label: short(row), values: bars.map(({ id }) => value(row, id)) }))}
      />
    )
  }
  const { id = '', of = '' } = line ?? {}
  const points = rows.filter((row) => value(row, of) > 0).map((row) => ({ label: short(row), value: value(row, id) }))
  const last = points.at(-1)
  if (!last) return <p>No data in this period.</p>
  return <LineChart label={`${label}: ${last.value}% at the end`} points={points} formatValue={(part) => `${part}%`} />
}
