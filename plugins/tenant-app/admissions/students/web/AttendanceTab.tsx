import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { CalendarCheck } from 'lucide-react'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { FilterSelect } from '#core/web/ui/fields/FilterSelect.tsx'
import { ListScreen } from '#core/web/ui/lists/ListScreen.tsx'
import { PagedTable } from '#core/web/ui/lists/PagedTable.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import { useListAddress } from '#core/web/ui/lists/listAddress.ts'
import { useZone } from '../../../shared/web/zone.ts'
import { attendanceKinds, type Participation } from '../progress-contract.ts'
import { progressApi } from './client.ts'
import { participationLabels } from './studentLabels.ts'

const route = getRouteApi('/shell/students/$id')
const PAGE_SIZE = 25

const kindLabels = { attended: 'Attended', missed: 'Missed' }
const kindOptions = attendanceKinds.map((id) => ({ id, label: kindLabels[id] }))

const columnsIn = (zone: string): readonly Column<Participation>[] => [
  { id: 'session', header: 'Session', isPrimary: true, cell: ({ sessionName }) => sessionName },
  { id: 'when', header: 'When', cell: ({ startDate }) => <DateTime value={startDate} zone={zone} /> },
  { id: 'status', header: 'Attendance', cell: ({ status }) => <Attendance status={status} /> },
  { id: 'points', header: 'Points', align: 'end', cell: ({ pointsEarned }) => pointsEarned },
  { id: 'feedback', header: 'Feedback', cell: ({ feedback }) => feedback || '—' },
]

/** Lists the sessions that a student is registered or waitlisted for, the latest first. */
export function AttendanceTab({ studentId }: { studentId: string }) {
  const zone = useZone()
  const address = route.useSearch()
  const list = useListAddress({ address, navigate: route.useNavigate(), filters: ['kind'] })
  const { kind } = address
  const attendance = useQuery({
    ...progressApi.listAttendance.page({
      params: { id: studentId },
      query: { kind, limit: PAGE_SIZE, offset: (list.page - 1) * PAGE_SIZE },
    }),
    placeholderData: keepPreviousData,
  })
  const { page, turnTo, isFiltered, clear } = list
  return (
    <ListScreen
      counted="sessions"
      list={{ page, turnTo, isFiltered, clear }}
      query={attendance}
      filters={
        <FilterSelect
          label="Attendance"
          all="All sessions"
          options={kindOptions}
          value={kind}
          onChange={(chosen) => list.narrow({ kind: chosen })}
        />
      }
      none={{
        icon: <CalendarCheck size={20} aria-hidden />,
        title: 'No sessions yet',
        children: 'Sessions appear here once the student has a place.',
      }}
    >
      {(shown) => (
        <PagedTable
          {...shown}
          columns={columnsIn(zone)}
          rowKey={({ id }) => id}
          page={page}
          pageSize={PAGE_SIZE}
          onPage={turnTo}
        />
      )}
    </ListScreen>
  )
}

function Attendance({ status }: Pick<Participation, 'status'>) {
  const { label, tone } = participationLabels[status]
  return <Badge tone={tone}>{label}</Badge>
}
