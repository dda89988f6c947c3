import { useQuery } from '@tanstack/react-query'
import { GIGABYTE } from '#core/contract/sizes.ts'
import { ChartCard } from '#core/web/ui/charts/ChartCard.tsx'
import { RankChart } from '#core/web/ui/charts/RankChart.tsx'
import { NEAR_PLAN_LIMIT_PERCENT, MAX_SHOWN_NEAR_PLAN_LIMIT } from '../contract.ts'
import type { NearPlanLimit } from '../contract.ts'
import { billingAnalyticsApi } from '../../shared/web/client.ts'

const resourceNames = { users: 'Users', sessions: 'Sessions', storage: 'Storage' } as const

const gigabytes = (bytes: number) => `${(bytes / GIGABYTE).toLocaleString(undefined, { maximumFractionDigits: 1 })} GB`

const amountOf = ({ resource }: NearPlanLimit, amount: number) =>
  resource === 'storage' ? gigabytes(amount) : amount.toLocaleString()

/** Organizations that soon reach a limit of their plan, and may want a larger one. */
export function PlanLimitsChart() {
  const near = useQuery({ ...billingAnalyticsApi.nearPlanLimits(), refetchOnMount: 'always' })
  const { total = 0, organizations } = near.data ?? {}
  const more = total > MAX_SHOWN_NEAR_PLAN_LIMIT ? `, the ${MAX_SHOWN_NEAR_PLAN_LIMIT} fullest are shown` : ''
  return (
    <ChartCard
      title="Near a limit"
      help={`Organizations that use ${NEAR_PLAN_LIMIT_PERCENT}% or more of what their plan allows: ${total.toLocaleString()}${more}`}
      query={near}
      csv={billingAnalyticsApi.exportNearPlanLimits.url()}
      table={
        organizations && {
          columns: ['Organization', 'Plan', 'Of what', 'In use', 'Limit', 'Used'],
          rows: organizations.map((one) => ({
            id: `${one.id} ${one.resource}`,
            cells: [
              one.name,
              one.planName,
              resourceNames[one.resource],
              amountOf(one, one.amount),
              amountOf(one, one.limit),
              `${one.used}%`,
            ],
          })),
        }
      }
    >
      {organizations?.length === 0 ? (
        <p>No organization is near a limit of its plan.</p>
      ) : (
        <RankChart
          label="Organizations near a limit of their plan"
          tone="amber"
          rows={(organizations ?? []).map((one) => ({
            id: `${one.id} ${one.resource}`,
            name: one.name,
            value: `${amountOf(one, one.amount)} of ${amountOf(one, one.limit)} ${resourceNames[one.resource].toLowerCase()}, ${one.planName}`,
            share: one.used,
            href: `/subscriptions?search=${encodeURIComponent(JSON.stringify(one.name))}`,
          }))}
        />
      )}
    </ChartCard>
  )
}
