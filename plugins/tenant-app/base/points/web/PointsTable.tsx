import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { PagedTable } from '#core/web/ui/lists/PagedTable.tsx'
import type { Period } from '../contract.ts'
import { pointsApi } from './client.ts'
import { usePointsColumns } from './pointsColumns.tsx'

const PAGE_SIZE = 10

interface PointsTableProps {
  studentId: string
  period?: Period
}

/** Lists the entries that add up to a student's points, in a dialog. */
export function PointsTable({ studentId, period = 'all-time' }: PointsTableProps) {
  const [page, setPage] = useState(1)
  const query = { period, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }
  const entries = useQuery({
    ...pointsApi.listPoints.page({ params: { id: studentId }, query }),
    placeholderData: keepPreviousData,
  })
  return (
    <PagedTable
      label="Points"
      query={entries}
      columns={usePointsColumns()}
      rowKey={({ id }) => id}
      page={page}
      pageSize={PAGE_SIZE}
      onPage={setPage}
      counted="entries"
      skeletons={4}
      empty={<EmptyState title="No points yet" />}
    />
  )
}
