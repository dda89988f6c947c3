import { useQuery } from '@tanstack/react-query'
import { StatRow } from '#core/web/ui/layout/StatRow.tsx'
import { formatAmounts } from '#core/web/ui/display/money.ts'
import { subscriptionsApi } from '../../shared/web/client.ts'

/** The figures above the table, each with how it is counted. */
export function SubscriptionFigures() {
  const stats = useQuery(subscriptionsApi.subscriptionStats())
  const { revenue, activeCount, trialCount, churnRate } = stats.data ?? {}
  return (
    <StatRow
      query={stats}
      stats={[
        {
          label: 'Total Revenue',
          // Without decimals (spec part 1, section 9).
          value: revenue && formatAmounts(revenue, 0),
          help: 'A month of active subscriptions, yearly prices divided by 12',
        },
        {
          label: 'Active Subscriptions',
          value: activeCount?.toLocaleString(),
          help: 'With the status active',
          href: '/subscriptions?status=active',
        },
        {
          label: 'Trial Subscriptions',
          value: trialCount?.toLocaleString(),
          help: 'With the status trialing',
          href: '/subscriptions?status=trialing',
        },
        {
          label: 'Churn Rate',
          value: churnRate === undefined ? undefined : `${churnRate.toFixed(1)}%`,
          help: 'Canceled in the last 30 days, of those active 30 days ago',
        },
      ]}
    />
  )
}
