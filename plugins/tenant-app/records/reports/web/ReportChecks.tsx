import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PageLink } from '#core/web/links.ts'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { FilterSelect } from '#core/web/ui/fields/FilterSelect.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { DataTable } from '#core/web/ui/lists/DataTable.tsx'
import { PagedTable } from '#core/web/ui/lists/PagedTable.tsx'
import { Toolbar } from '#core/web/ui/lists/Toolbar.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import { SessionTime } from '../../../scheduling/sessions/web/SessionTime.tsx'
import { useZone } from '../../../shared/web/zone.ts'
import { checkKinds, type CheckKind, type HoursBand, type ReportCheck } from '../checks-contract.ts'
import type { ReportFilters } from '../contract.ts'
import { reportChecksApi } from './client.ts'

const PAGE_SIZE = 10

const checkLabels: Record<CheckKind, string> = {
  'assumed-departure': 'No recorded departure',
  'not-taken': 'Attendance not taken',
  'long-day': 'More than 12 hours',
  overlap: 'Overlaps another session',
  migrated: 'Marked before days were recorded',
}

const kindOptions = checkKinds.map((id) => ({ id, label: checkLabels[id] }))

const studentsText = (count: number) => (count === 1 ? '1 student' : `${count} students`)

/** Lists days to check before hours are sent to a funder, each with a link to its attendance, and students by hours. */
export function ReportChecks({ asked }: { asked: ReportFilters }) {
  const zone = useZone()
  const [kind, setKind] = useState<CheckKind>()
  const [page, setPage] = useState(1)
  const checks = useQuery({
    ...reportChecksApi.listReportChecks.page({
      query: { ...asked, kind, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE },
    }),
    placeholderData: keepPreviousData,
  })
  const bands = useQuery(reportChecksApi.listHoursBands({ query: asked }))
  return (
    <>
      <Card title="Students by attended hours" isFlush>
        <DataTable
          label="Students by attended hours"
          columns={bandColumns}
          rows={bands.data}
          query={bands}
          rowKey={({ from }) => from}
          skeletons={6}
          empty={null}
        />
      </Card>
      <Card title="Check before you send" help="Hours rest on these days. Open one to correct its attendance." isFlush>
        <Toolbar label="Filter the days to check">
          <FilterSelect
            label="Reason"
            all="All reasons"
            options={kindOptions}
            value={kind}
            onChange={(chosen) => {
              setKind(checkKinds.find((one) => one === chosen))
              setPage(1)
            }}
          />
        </Toolbar>
        <PagedTable
          label="Days to check"
          counted="days to check"
          columns={checkColumns(zone)}
          rowKey={(check) => `${check.kind} ${check.meetingId}`}
          query={checks}
          page={page}
          pageSize={PAGE_SIZE}
          onPage={setPage}
          empty={
            <EmptyState title="Nothing to check">
              Every day of this period has attendance with recorded departures.
            </EmptyState>
          }
        />
      </Card>
    </>
  )
}

const bandColumns: readonly Column<HoursBand>[] = [
  {
    id: 'hours',
    header: 'Hours',
    isPrimary: true,
    cell: ({ from, to }) =>
      to === null ? `${from} h or more` : from === 0 ? `Less than ${to} h` : `${from} to ${to} h`,
  },
  { id: 'students', header: 'Students', align: 'end', cell: ({ students }) => students },
]

const checkColumns = (zone: string): readonly Column<ReportCheck>[] => [
  {
    id: 'day',
    header: 'Day',
    isPrimary: true,
    cell: ({ sessionId, meetingId, name }) => (
      <PageLink to="/sessions/$id" params={{ id: sessionId }} search={{ tab: 'attendance', meeting: meetingId }}>
        {name}
      </PageLink>
    ),
  },
  {
    id: 'time',
    header: 'Time',
    cell: ({ startsAt, endsAt }) => <SessionTime start={startsAt} end={endsAt} zone={zone} />,
  },
  { id: 'reason', header: 'Reason', cell: ({ kind }) => checkLabels[kind] },
  { id: 'students', header: 'Students', align: 'end', cell: ({ students }) => studentsText(students) },
]
