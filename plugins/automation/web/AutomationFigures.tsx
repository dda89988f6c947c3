import { useQuery } from '@tanstack/react-query'
import { Bell, CalendarClock, Sparkles, TrendingUp } from 'lucide-react'
import { StatRow } from '#core/web/ui/layout/StatRow.tsx'
import { overviewQuery } from './queries.ts'

/** The four figures of the upgrade logs. */
export function AutomationFigures() {
  const overview = useQuery(overviewQuery())
  const { totalUpgrades, recentUpgrades, automaticUpgrades, pendingNotifications } = overview.data ?? {}
  return (
    <StatRow
      query={overview}
      stats={[
        {
          label: 'Total Upgrades',
          value: totalUpgrades?.toLocaleString(),
          help: 'All time',
          icon: <TrendingUp size={16} aria-hidden />,
        },
        {
          label: 'Recent Upgrades',
          value: recentUpgrades?.toLocaleString(),
          help: 'Last 7 days',
          icon: <CalendarClock size={16} aria-hidden />,
        },
        {
          label: 'Automatic Upgrades',
          value: automaticUpgrades?.toLocaleString(),
          help: 'System initiated',
          icon: <Sparkles size={16} aria-hidden />,
        },
        {
          label: 'Pending Notifications',
          value: pendingNotifications?.toLocaleString(),
          help: 'Not yet sent',
          icon: <Bell size={16} aria-hidden />,
        },
      ]}
    />
  )
}
