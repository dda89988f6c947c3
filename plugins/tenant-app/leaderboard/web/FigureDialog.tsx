import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { PagedTable } from '#core/web/ui/lists/PagedTable.tsx'
import { Dialog, DialogBody } from '#core/web/ui/overlays/Dialog.tsx'
import { gradeText, nameOf } from '../../students/web/studentWords.ts'
import type { FigureRows, LeaderboardEntry } from '../contract.ts'
import type { BoardAddress } from './LeaderboardFigures.tsx'
import { leaderboardApi } from './client.ts'

const PAGE_SIZE = 10

interface Figure {
  title: string
  help: string
  rows?: FigureRows
}

const figures: Record<'students' | 'top' | 'average' | 'active', Figure> = {
  students: { title: 'Total Students', help: 'Everyone with points in this period whom the filters leave.' },
  top: { title: 'Top Score', help: 'Everyone with the most points in this period.', rows: 'top' },
  average: { title: 'Average Score', help: 'The mean of the points of everyone below, rounded.' },
  active: {
    title: 'Active This Week',
    help: 'Everyone below was in a session or had a challenge scored in the last 7 days.',
    rows: 'active',
  },
}

interface FigureDialogProps {
  show: keyof typeof figures | undefined
  address: BoardAddress
  onClose: () => void
}

/** What a figure of the leaderboard means, and the rows that it counts. */
export function FigureDialog({ show, address, onClose }: FigureDialogProps) {
  const figure = show && figures[show]
  return (
    <Dialog title={figure?.title ?? ''} help={figure?.help} isOpen={figure !== undefined} onOpenChange={onClose}>
      <DialogBody>{figure && <Rows rows={figure.rows} address={address} />}</DialogBody>
    </Dialog>
  )
}

const columns = [
  { id: 'rank', header: 'Rank', cell: ({ rank }: LeaderboardEntry) => (rank === null ? '—' : `#${rank}`) },
  { id: 'name', header: 'Student', isPrimary: true, cell: (entry: LeaderboardEntry) => nameOf(entry) },
  { id: 'grade', header: 'Grade', cell: ({ grade }: LeaderboardEntry) => (grade ? gradeText(grade) : '—') },
  {
    id: 'points',
    header: 'Points',
    isNumeric: true,
    cell: ({ totalPoints }: LeaderboardEntry) => totalPoints.toLocaleString(),
  },
]

function Rows({ rows, address: { search, grade, period } }: { rows: FigureRows | undefined; address: BoardAddress }) {
  const [page, setPage] = useState(1)
  const query = { search, grade, period, show: rows, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }
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
      empty={<EmptyState title="Nobody yet" />}
    />
  )
}
