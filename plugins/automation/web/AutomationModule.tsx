import { useQuery } from '@tanstack/react-query'
import { HubFigures } from '#core/web/ui/layout/HubFigures.tsx'
import { automationApi } from './client.ts'

/** The automation in figures, on its card of the settings hub. */
export function AutomationModule() {
  const { data, error, dataUpdatedAt } = useQuery({ ...automationApi.automationOverview(), refetchOnMount: 'always' })
  if (error) throw error
  return (
    <HubFigures
      figures={[
        { name: 'Upcoming upgrades', value: data?.pendingUpgrades.toLocaleString() },
        { name: 'Last 7 days', value: data?.recentUpgrades.toLocaleString() },
        { name: 'Pending notifications', value: data?.pendingNotifications.toLocaleString() },
      ]}
      countedAt={dataUpdatedAt}
    />
  )
}
