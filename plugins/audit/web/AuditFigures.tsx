import { useQuery } from '@tanstack/react-query'
import { HubFigures } from '#core/web/ui/layout/HubFigures.tsx'
import { auditApi } from './client.ts'

/** The last day of the audit log in figures. */
export function AuditFigures() {
  const { data, error, dataUpdatedAt } = useQuery({ ...auditApi.auditFigures(), refetchOnMount: 'always' })
  if (error) throw error
  return (
    <HubFigures
      figures={[
        { name: 'Last 24 hours', value: data?.lastDay.toLocaleString() },
        { name: 'Failed or refused', value: data?.failed.toLocaleString() },
        { name: 'Critical', value: data?.critical.toLocaleString() },
      ]}
      countedAt={dataUpdatedAt}
    />
  )
}
