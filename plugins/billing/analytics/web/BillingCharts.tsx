import { useQuery } from '@tanstack/react-query'
import type { AnalyticsQuery } from '#core/contract/analytics.ts'
import { stepLabel, stepNames, type AnalyticsChartProps } from '#core/web/analyticsRange.ts'
import { BarChart } from '#core/web/ui/charts/BarChart.tsx'
import { ChartCard } from '#core/web/ui/charts/ChartCard.tsx'
import { formatMoney } from '#core/web/ui/display/money.ts'
import { billingAnalyticsApi } from '../../shared/web/client.ts'

const money = [
  { name: 'paid', tone: 'green' },
  { name: 'still open', tone: 'amber' },
] as const

const movement = [
  { name: 'new', tone: 'accent' },
  { name: 'canceled', tone: 'red' },
] as const

function useBillingSteps(period: AnalyticsQuery) {
  const query = useQuery({ ...billingAnalyticsApi.billingSteps({ query: period }), refetchOnMount: 'always' })
  return { query, steps: query.data, csv: billingAnalyticsApi.exportBillingSteps.url({ query: period }) }
}

/** Charts what organizations were billed in each currency, paid and open. */
export function RevenueChart({ period }: AnalyticsChartProps) {
  const { query, steps, csv } = useBillingSteps(period)
  const currencies = steps?.[0]?.revenue.map(({ currency }) => currency) ?? []
  return (
    <ChartCard
      title="Revenue"
      help="Totals with tax of the invoices issued, void ones left out, in each currency."
      query={query}
      csv={csv}
      table={
        steps && {
          columns: [stepNames[period.by], ...currencies.flatMap((code) => [`Paid, ${code}`, `Still open, ${code}`])],
          rows: steps.map(({ day, revenue }) => ({
            id: day,
            cells: [
              stepLabel(day, period.by),
              ...revenue.flatMap(({ currency, paid, open }) => [
                formatMoney(paid, currency),
                formatMoney(open, currency),
              ]),
            ],
          })),
        }
      }
    >
      {currencies.map((currency, index) => (
        <CurrencyChart
          key={currency}
          currency={currency}
          points={(steps ?? []).map(({ day, revenue }) => {
            const { paid = 0, open = 0 } = revenue[index] ?? {}
            return { label: stepLabel(day, period.by), values: [paid, open] as const }
          })}
        />
      ))}
    </ChartCard>
  )
}

interface CurrencyChartProps {
  currency: string
  points: readonly { label: string; values: readonly [paid: number, open: number] }[]
}

function CurrencyChart({ currency, points }: CurrencyChartProps) {
  const amount = (value: number) => formatMoney(value, currency)
  const [paid, open] = points.reduce(([one, other], { values }) => [one + values[0], other + values[1]], [0, 0])
  return (
    <BarChart
      label={`Revenue over time: ${amount(paid)} paid and ${amount(open)} still open in this period`}
      series={money}
      formatSum={amount}
      points={points}
    />
  )
}

/** Subscriptions that began and that were canceled. */
export function ChurnChart({ period }: AnalyticsChartProps) {
  const { query, steps, csv } = useBillingSteps(period)
  const sum = (name: 'started' | 'canceled') => (steps ?? []).reduce((total, step) => total + step[name], 0)
  return (
    <ChartCard
      title="Subscriptions and churn"
      help="New and canceled subscriptions. Churn is the percentage of earlier subscriptions that were canceled."
      query={query}
      csv={csv}
      table={
        steps && {
          columns: [stepNames[period.by], 'New', 'Canceled', 'Churn'],
          rows: steps.map(({ day, started, canceled, churnRate }) => ({
            id: day,
            cells: [
              stepLabel(day, period.by),
              started.toLocaleString(),
              canceled.toLocaleString(),
              `${churnRate.toFixed(1)}%`,
            ],
          })),
        }
      }
    >
      <BarChart
        label={`Subscriptions over time: ${sum('started').toLocaleString()} new and ${sum('canceled').toLocaleString()} canceled in this period`}
        series={movement}
        points={(steps ?? []).map(({ day, started, canceled }) => ({
          label: stepLabel(day, period.by),
          values: [started, canceled],
        }))}
      />
    </ChartCard>
  )
}
