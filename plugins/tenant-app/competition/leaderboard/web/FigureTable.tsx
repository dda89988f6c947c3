import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { PagedTable } from '#core/web/ui/lists/PagedTable.tsx'
import type { Period } from '../../../base/points/contract.ts'
import { gradeText, nameOf } from '../../../admissions/students/web/studentLabels.ts'
import type { FigureRows, LeaderboardEntry } from '../contract.ts'
import { leaderboardApi } from './client.ts'

const PAGE_SIZE = 10

/** Filters of the board in the address. */
export interface BoardFilters {
  search: string | undefined
  grade: string | undefined
  period: Period | undefined
}

const columns = [
  { id: 'rank', header: 'Rank', cell: ({ rank }: LeaderboardEntry) => (rank === null ? '—' : `#${rank}`) },
  {
    id: 'name',
    header: 'Student',
    isPrimary: true,
    cell: (entry: LeaderboardEntry) => <PersonName name={nameOf(entry)} />,
  },
  { id: 'grade', header: 'Grade', cell: ({ grade }: LeaderboardEntry) => (grade ? gradeText(grade) : '—') },
  {
    id: 'points',
    header: 'Points',
    align: 'end' as const,
    cell: ({ totalPoints }: LeaderboardEntry) => totalPoints.toLocaleString(),
  },
]

/** Lists the entries that a number of the leaderboard counts. @param rows filter of the number; all entries by default */
export function FigureTable({ rows, filters }: { rows?: FigureRows | undefined; filters: BoardFilters }) {
  const [page, setPage] = useState(1)
  const query = { ...filters, show: rows, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }
  const entries = useQuery({ ...leaderboardApi.leaderboard.page({ query }), placeholderData: keepPreviousData })
  const keys = new Map(entries.data?.rows.map((entry, index) => [entry, entry.id ?? index]))
  return (
    <PagedTable
      label="Students of this figure"
      query={entries}
      columns={columns}
      rowKey={(entry) => keys.get(entry) ?? 0}
      page={page}
      pageSize={PAGE_SIZE}
      onPage={setPage}
      counted="students"
      empty={<EmptyState title="No one yet" />}
    />
  )
}
