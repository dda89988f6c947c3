import { useQuery } from '@tanstack/react-query'
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
        },
        {
          label: 'Recent Upgrades',
          value: recentUpgrades?.toLocaleString(),
          help: 'Last 7 days',
        },
        {
          label: 'Automatic Upgrades',
          value: automaticUpgrades?.toLocaleString(),
          help: 'System initiated',
        },
        {
          label: 'Pending Notifications',
          value: pendingNotifications?.toLocaleString(),
          help: 'Not yet sent',
        },
      ]}
    />
  )
}
