import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { PagedTable } from '#core/web/ui/lists/PagedTable.tsx'
import { useZone } from '../../web/zone.ts'
import type { Period, PointsEntry } from '../contract.ts'
import { leaderboardApi } from './client.ts'

const PAGE_SIZE = 10

const columnsIn = (zone: string) => [
  {
    id: 'reason',
    header: 'For',
    isPrimary: true,
    cell: ({ reason, isReversal }: PointsEntry) => (isReversal ? `${reason} (taken back)` : reason),
  },
  {
    id: 'points',
    header: 'Points',
    isNumeric: true,
    cell: ({ points }: PointsEntry) => (points > 0 ? `+${points.toLocaleString()}` : points.toLocaleString()),
  },
  {
    id: 'earned',
    header: 'Earned',
    cell: ({ earnedAt }: PointsEntry) => <DateTime value={earnedAt} zone={zone} show="date" />,
  },
  { id: 'by', header: 'Given by', cell: ({ givenBy }: PointsEntry) => givenBy ?? '—' },
]

/** The entries of the ledger that a student's points of a period are the sum of. */
export function PointsTable({ studentId, period }: { studentId: string; period: Period }) {
  const [page, setPage] = useState(1)
  const zone = useZone()
  const query = { period, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }
  const entries = useQuery({
    ...leaderboardApi.studentPoints.page({ params: { id: studentId }, query }),
    placeholderData: keepPreviousData,
  })
  return (
    <PagedTable
      label="Points"
      query={entries}
      columns={columnsIn(zone)}
      rowKey={({ id }) => id}
      page={page}
      pageSize={PAGE_SIZE}
      onPage={setPage}
      counted="entries"
      empty={<EmptyState title="No points yet" />}
    />
  )
}
