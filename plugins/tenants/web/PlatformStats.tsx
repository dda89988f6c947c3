import { useQuery } from '@tanstack/react-query'
import { Building2, CreditCard, TrendingUp, Users } from 'lucide-react'
import { ErrorState } from '#core/web/ui/ErrorState.tsx'
import { StatCard, StatGrid } from '#core/web/ui/StatCard.tsx'
import { tenantsApi } from './client.ts'

/** Without decimals (spec part 1, section 9). */
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })

/** The platform's figures; those of subscriptions only where something keeps subscriptions. */
export function PlatformStats() {
  const stats = useQuery(tenantsApi.platformStats())
  if (stats.isError) {
    return <ErrorState title="The figures could not be loaded" error={stats.error} onRetry={stats.refetch} />
  }
  const { activeTenants, totalUsers, activeSubscriptions = null, monthlyRevenue = null } = stats.data ?? {}
  return (
    <StatGrid>
      <StatCard
        label="Active Organizations"
        value={activeTenants?.toLocaleString()}
        help="With the status Active"
        href="/tenants?status=active"
        icon={<Building2 size={16} aria-hidden />}
      />
      <StatCard
        label="Total Users"
        value={totalUsers?.toLocaleString()}
        help="Active accounts, the platform’s own included"
        href="/users"
        icon={<Users size={16} aria-hidden />}
      />
      {activeSubscriptions !== null && (
        <StatCard
          label="Active Subscriptions"
          value={activeSubscriptions.toLocaleString()}
          help="With the status active"
          href="/subscriptions"
          icon={<CreditCard size={16} aria-hidden />}
        />
      )}
      {monthlyRevenue !== null && (
        <StatCard
          label="Monthly Revenue"
          value={dollars.format(monthlyRevenue)}
          help="Active subscriptions, yearly prices divided by 12"
          href="/subscriptions"
          icon={<TrendingUp size={16} aria-hidden />}
        />
      )}
    </StatGrid>
  )
}
