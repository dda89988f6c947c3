import { useQuery } from '@tanstack/react-query'
import { useNavItems } from '#core/web/shell/navigation.ts'
import { Trend } from '#core/web/ui/charts/Trend.tsx'
import { StatRow } from '#core/web/ui/layout/StatRow.tsx'
import { formatAmounts, formatMoney } from '#core/web/ui/display/money.ts'
import { analyticsApi } from './client.ts'

const TREND_SPAN = '30 days'

// Without decimals (spec part 1, section 9).
const rounded = (amount: number, currency: string) => formatMoney(amount, currency, 0)

/** The platform's figures; those of subscriptions only with a plugin for subscriptions. */
export function PlatformStats() {
  const stats = useQuery(analyticsApi.platformStats())
  const trends = useQuery(analyticsApi.platformTrends())
  const { activeTenants, totalUsers, activeSubscriptions = null, revenue = null } = stats.data ?? {}
  // Placeholders keep the layout stable while they load.
  const areKept = useNavItems().some(({ to }) => to === '/subscriptions')
  // A line has one currency.
  const sole = revenue?.length === 1 ? revenue[0] : undefined
  const isLoading = areKept && !stats.data
  return (
    <StatRow
      query={stats}
      stats={[
        {
          label: 'Active Organizations',
          value: activeTenants?.toLocaleString(),
          trend: <Trend points={trends.data?.activeTenants} span={TREND_SPAN} />,
          help: 'With the status Active',
          href: '/tenants?status=active',
        },
        {
          label: 'Total Users',
          value: totalUsers?.toLocaleString(),
          trend: <Trend points={trends.data?.totalUsers} span={TREND_SPAN} />,
          help: 'Active accounts, the platform’s own included',
          href: '/users?status=active',
        },
        {
          label: 'Active Subscriptions',
          value: isLoading ? undefined : (activeSubscriptions?.toLocaleString() ?? null),
          trend: <Trend points={trends.data?.activeSubscriptions ?? undefined} span={TREND_SPAN} />,
          help: 'With the status active',
          href: '/subscriptions?status=active',
        },
        {
          label: 'Monthly Revenue',
          value: isLoading ? undefined : revenue && formatAmounts(revenue, 0),
          trend: sole && (
            <Trend
              points={trends.data?.monthlyRevenue ?? undefined}
              span={TREND_SPAN}
              format={(amount) => rounded(amount, sole.currency)}
            />
          ),
          help: 'Active subscriptions, yearly prices divided by 12',
          href: '/subscriptions?status=active',
        },
      ]}
    />
  )
}
