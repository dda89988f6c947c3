import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { FilterSelect } from '#core/web/ui/fields/FilterSelect.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { PagedTable } from '#core/web/ui/lists/PagedTable.tsx'
import { Toolbar } from '#core/web/ui/lists/Toolbar.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import { useZone } from '../../../shared/web/zone.ts'
import type { historyParts, SessionEvent } from '../history-contract.ts'
import { attendanceLabels } from './attendanceLabels.ts'
import { historyApi } from './client.ts'
import { eventText, fieldsText, studentsText } from './historyLabels.ts'

const PAGE_SIZE = 50

const columnsIn = (zone: string): readonly Column<SessionEvent>[] => [
  { id: 'time', header: 'Time', cell: ({ occurredAt }) => <DateTime value={occurredAt} zone={zone} /> },
  {
    id: 'what',
    header: 'What',
    isPrimary: true,
    cell: (event) =>
      event.mark ? <Badge tone={attendanceLabels[event.mark].tone}>{eventText(event)}</Badge> : eventText(event),
  },
  { id: 'students', header: 'Students', cell: ({ students }) => studentsText(students) || '—' },
  { id: 'details', header: 'Details', cell: ({ fields, note }) => note || fieldsText(fields) || '—' },
  { id: 'by', header: 'By', cell: ({ actorName }) => actorName ?? 'The platform' },
]

type Part = (typeof historyParts)[number]

const parts: readonly { id: Part; label: string }[] = [
  { id: 'attendance', label: 'Attendance' },
  { id: 'changes', label: 'Session and places' },
]

/** Lists the changes of a session, its places and its attendance, newest first. */
export function HistoryTab({ sessionId }: { sessionId: string }) {
  const zone = useZone()
  const [part, setPart] = useState<Part>()
  const [page, setPage] = useState(1)
  const history = useQuery({
    ...historyApi.listSessionHistory.page({
      params: { id: sessionId },
      query: { part, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <Stack>
      <Toolbar label="Find in the history">
        <FilterSelect
          label="Show"
          all="Everything"
          options={parts}
          value={part}
          onChange={(chosen) => {
            setPart(chosen)
            setPage(1)
          }}
        />
      </Toolbar>
      <PagedTable
        label="History"
        counted="entries"
        columns={columnsIn(zone)}
        rowKey={({ id }) => id}
        query={history}
        page={page}
        pageSize={PAGE_SIZE}
        onPage={setPage}
        empty={
          <EmptyState icon={<History size={20} aria-hidden />} title="Nothing has happened yet">
            Changes of the session, its places and its attendance stand here, with who made them.
          </EmptyState>
        }
      />
    </Stack>
  )
}
