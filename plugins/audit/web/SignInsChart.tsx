import { useQuery } from '@tanstack/react-query'
import { stepLabel, stepNames, type AnalyticsChartProps } from '#core/web/analyticsRange.ts'
import { BarChart } from '#core/web/ui/charts/BarChart.tsx'
import { ChartCard } from '#core/web/ui/charts/ChartCard.tsx'
import { auditApi } from './client.ts'

const series = [
  { name: 'successful', tone: 'blue' },
  { name: 'failed', tone: 'red' },
] as const

/** Sign-ins that succeeded and failed, from the audit log. */
export function SignInsChart({ period }: AnalyticsChartProps) {
  const signIns = useQuery({ ...auditApi.signIns({ query: period }), refetchOnMount: 'always' })
  const steps = signIns.data
  const sum = (name: 'successful' | 'failed') => (steps ?? []).reduce((total, step) => total + step[name], 0)
  return (
    <ChartCard
      title="Sign-ins"
      help="From the audit log, as far as it was on. Failed are wrong passwords and tries while locked out."
      query={signIns}
      csv={auditApi.exportSignIns.url({ query: period })}
      table={
        steps && {
          columns: [stepNames[period.by], 'Successful', 'Failed'],
          rows: steps.map(({ day, successful, failed }) => ({
            id: day,
            cells: [stepLabel(day, period.by), successful.toLocaleString(), failed.toLocaleString()],
          })),
        }
      }
    >
      <BarChart
        label={`Sign-ins over time: ${sum('successful').toLocaleString()} successful and ${sum('failed').toLocaleString()} failed in this period`}
        series={series}
        points={(steps ?? []).map(({ day, successful, failed }) => ({
          label: stepLabel(day, period.by),
          values: [successful, failed],
        }))}
      />
    </ChartCard>
  )
}
