import { useQuery } from '@tanstack/react-query'
import { stepLabel, stepNames, type AnalyticsChartProps } from '#core/web/analyticsRange.ts'
import { ChartCard } from '#core/web/ui/charts/ChartCard.tsx'
import { LineChart } from '#core/web/ui/charts/LineChart.tsx'
import { analyticsApi } from './client.ts'

const charts = {
  organizations: { title: 'Organizations', tone: 'accent', total: 'organizations', fresh: 'newOrganizations' },
  users: { title: 'Users', tone: 'green', total: 'users', fresh: 'newUsers' },
} as const

/** Number of organizations over time. */
export function OrganizationGrowth({ period }: AnalyticsChartProps) {
  return <Growth of="organizations" period={period} />
}

/** Number of users over time. */
export function UserGrowth({ period }: AnalyticsChartProps) {
  return <Growth of="users" period={period} />
}

function Growth({ of, period }: AnalyticsChartProps & { of: keyof typeof charts }) {
  const { title, tone, total, fresh } = charts[of]
  const growth = useQuery({ ...analyticsApi.growth({ query: period }), refetchOnMount: 'always' })
  const steps = growth.data
  const added = steps?.reduce((sum, step) => sum + step[fresh], 0) ?? 0
  const last = steps?.at(-1)?.[total] ?? 0
  return (
    <ChartCard
      title={title}
      help={steps ? `${added.toLocaleString()} new in this period, of those that there are today` : 'Counting…'}
      query={growth}
      csv={analyticsApi.exportGrowth.url({ query: period })}
      table={
        steps && {
          columns: [stepNames[period.by], title, 'New'],
          rows: steps.map((step) => ({
            id: step.day,
            cells: [stepLabel(step.day, period.by), step[total].toLocaleString(), step[fresh].toLocaleString()],
          })),
        }
      }
    >
      <LineChart
        label={`${title} over time: ${last.toLocaleString()} now, ${added.toLocaleString()} of them new in this period`}
        tone={tone}
        points={(steps ?? []).map((step) => ({ label: stepLabel(step.day, period.by), value: step[total] }))}
      />
    </ChartCard>
  )
}
