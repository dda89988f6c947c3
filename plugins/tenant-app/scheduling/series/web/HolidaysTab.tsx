import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { CalendarOff, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { PagedTable } from '#core/web/ui/lists/PagedTable.tsx'
import { Toolbar } from '#core/web/ui/lists/Toolbar.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import type { Holiday } from '../holidays-contract.ts'
import { HolidayDialog } from './HolidayDialog.tsx'
import { HolidayEffectText } from './HolidayEffectText.tsx'
import { holidayReads, holidaysApi } from './client.ts'
import * as styles from './series.css.ts'

const PAGE_SIZE = 50

const dayText = (day: string) =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day))

const columns: readonly Column<Holiday>[] = [
  { id: 'name', header: 'Holiday', isPrimary: true, cell: ({ name }) => name },
  { id: 'first', header: 'First day', cell: ({ firstDay }) => dayText(firstDay) },
  { id: 'last', header: 'Last day', cell: ({ lastDay }) => dayText(lastDay) },
]

/** Lists the days on which the organization is closed, which series skip. */
export function HolidaysTab() {
  const [page, setPage] = useState(1)
  const [edited, setEdited] = useState<Holiday | 'new'>()
  const [deleted, setDeleted] = useState<Holiday>()
  const holidays = useQuery({
    ...holidaysApi.listHolidays.page({ query: { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE } }),
    placeholderData: keepPreviousData,
  })
  const remove = useMutation(holidaysApi.deleteHoliday.mutation({ touches: holidayReads }))
  const add = (
    <Button variant="primary" icon={<Plus size={16} aria-hidden />} onPress={() => setEdited('new')}>
      Add Holiday
    </Button>
  )
  return (
    <div className={styles.stack}>
      <Toolbar label="Change the holidays">{add}</Toolbar>
      <PagedTable
        label="Holidays"
        counted="holidays"
        columns={columns}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        rowActions={(holiday) => [
          { label: 'Edit', onAction: () => setEdited(holiday) },
          { label: 'Delete', isDanger: true, onAction: () => setDeleted(holiday) },
        ]}
        query={holidays}
        page={page}
        pageSize={PAGE_SIZE}
        onPage={setPage}
        empty={
          <EmptyState icon={<CalendarOff size={20} aria-hidden />} title="No holidays yet">
            Sessions of series are skipped on days on which the organization is closed.
          </EmptyState>
        }
      />
      <HolidayDialog holiday={edited} onClose={() => setEdited(undefined)} />
      <ConfirmDialog
        title={`Delete “${deleted?.name}”?`}
        confirmLabel="Delete holiday"
        isOpen={deleted !== undefined}
        onOpenChange={() => setDeleted(undefined)}
        onConfirm={async () => {
          if (!deleted) return
          await remove.mutateAsync({ params: { id: deleted.id } })
          notify({ title: `${deleted.name} is deleted` })
        }}
      >
        <p>The organization will be open on these days.</p>
        {deleted && <HolidayEffectText holidayId={deleted.id} days={null} />}
      </ConfirmDialog>
    </div>
  )
}
