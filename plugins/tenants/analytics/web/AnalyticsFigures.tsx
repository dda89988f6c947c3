import { useQuery } from '@tanstack/react-query'
import { HubFigures } from '#core/web/ui/layout/HubFigures.tsx'
import { analyticsApi } from './client.ts'

/** Figures of new and idle organizations this month. */
export function AnalyticsFigures() {
  const growth = useQuery({ ...analyticsApi.growth({ query: { range: '30d', by: 'day' } }), refetchOnMount: 'always' })
  const idle = useQuery({ ...analyticsApi.idleOrganizations(), refetchOnMount: 'always' })
  if (growth.error) throw growth.error
  if (idle.error) throw idle.error
  const sum = (name: 'newOrganizations' | 'newUsers') =>
    growth.data?.reduce((total, step) => total + step[name], 0).toLocaleString()
  return (
    <HubFigures
      figures={[
        { name: 'New organizations, 30 days', value: sum('newOrganizations') },
        { name: 'New users, 30 days', value: sum('newUsers') },
        { name: 'Idle organizations', value: idle.data?.total.toLocaleString() },
      ]}
      countedAt={Math.min(growth.dataUpdatedAt, idle.dataUpdatedAt)}
    />
  )
}
