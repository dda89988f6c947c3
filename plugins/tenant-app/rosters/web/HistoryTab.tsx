import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { PagedTable } from '#core/web/ui/lists/PagedTable.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import { useZone } from '../../web/zone.ts'
import type { AttendanceEntry } from '../contract.ts'
import { attendanceWords } from './attendanceWords.ts'
import { rostersApi } from './client.ts'

const PAGE_SIZE = 50

const columnsIn = (zone: string): readonly Column<AttendanceEntry>[] => [
  { id: 'time', header: 'Time', cell: ({ markedAt }) => <DateTime value={markedAt} zone={zone} /> },
  { id: 'student', header: 'Student', isPrimary: true, cell: ({ studentName }) => studentName },
  {
    id: 'mark',
    header: 'Mark',
    cell: ({ mark }) =>
      mark ? <Badge tone={attendanceWords[mark].tone}>{attendanceWords[mark].label}</Badge> : 'Taken back',
  },
  { id: 'note', header: 'Note', cell: ({ note }) => note || '—' },
  { id: 'by', header: 'By', cell: ({ markedBy }) => markedBy ?? '—' },
]

/** Every mark that was ever made in the session, newest first. */
export function HistoryTab({ sessionId }: { sessionId: string }) {
  const zone = useZone()
  const [page, setPage] = useState(1)
  const entries = useQuery({
    ...rostersApi.listAttendanceLog.page({
      params: { id: sessionId },
      query: { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <PagedTable
      label="Attendance log"
      counted="marks"
      columns={columnsIn(zone)}
      rowKey={({ id }) => id}
      query={entries}
      page={page}
      pageSize={PAGE_SIZE}
      onPage={setPage}
      empty={<EmptyState title="Nobody has been marked yet" />}
    />
  )
}
