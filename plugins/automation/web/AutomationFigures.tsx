import { useQuery } from '@tanstack/react-query'
import { Bell, CalendarClock, Sparkles, TrendingUp } from 'lucide-react'
import { ErrorState } from '#core/web/ui/ErrorState.tsx'
import { StatCard, StatGrid } from '#core/web/ui/StatCard.tsx'
import { overviewQuery } from './queries.ts'

/** The four figures of the upgrade logs. */
export function AutomationFigures() {
  const overview = useQuery(overviewQuery())
  if (overview.isError && !overview.data) {
    return <ErrorState title="The figures could not be loaded" error={overview.error} onRetry={overview.refetch} />
  }
  const { totalUpgrades, recentUpgrades, automaticUpgrades, pendingNotifications } = overview.data ?? {}
  return (
    <StatGrid>
      <StatCard
        label="Total Upgrades"
        value={totalUpgrades?.toLocaleString()}
        help="All time"
        icon={<TrendingUp size={16} aria-hidden />}
      />
      <StatCard
        label="Recent Upgrades"
        value={recentUpgrades?.toLocaleString()}
        help="Last 7 days"
        icon={<CalendarClock size={16} aria-hidden />}
      />
      <StatCard
        label="Automatic Upgrades"
        value={automaticUpgrades?.toLocaleString()}
        help="System initiated"
        icon={<Sparkles size={16} aria-hidden />}
      />
      <StatCard
        label="Pending Notifications"
        value={pendingNotifications?.toLocaleString()}
        help="Not yet sent"
        icon={<Bell size={16} aria-hidden />}
      />
    </StatGrid>
  )
}
