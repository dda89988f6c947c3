import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Eraser } from 'lucide-react'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { usePlatform } from '#core/web/session.ts'
import { Card } from '#core/web/ui/layout/Card.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import { PagedTable } from '#core/web/ui/lists/PagedTable.tsx'
import { useZone } from '../../../shared/web/zone.ts'
import type { Erasure } from '../contract.ts'
import { erasureApi } from '../../../shared/web/erasureClient.ts'
import { capitalize } from '../../../shared/web/capitalize.ts'

const PAGE_SIZE = 10

/** Lists erasures with their time and author, without the erased person's name. */
export function ErasuresCard() {
  const zone = useZone()
  const [page, setPage] = useState(1)
  const erasures = useQuery({
    ...erasureApi.listErasures.page({ query: { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE } }),
    placeholderData: keepPreviousData,
  })
  const hasBackups = usePlatform().plugins.includes('backup')
  return (
    <Card
      title="Erased people"
      help={
        hasBackups
          ? 'Erased people, without names. If an earlier backup is restored, they are erased again before it opens.'
          : 'Erased people, without names.'
      }
    >
      <PagedTable
        query={erasures}
        label="Erased people"
        counted="erased people"
        empty={
          <EmptyState icon={<Eraser size={20} aria-hidden />} title="No erased people">
            Erase people from the menu of a student, a guardian or a person under People.
          </EmptyState>
        }
        columns={columnsIn(zone)}
        rowKey={({ id }) => id}
        page={page}
        pageSize={PAGE_SIZE}
        onPage={setPage}
      />
    </Card>
  )
}

const columnsIn = (zone: string): readonly Column<Erasure>[] => [
  { id: 'called', header: 'Who', isPrimary: true, cell: ({ called }) => capitalize(called) },
  { id: 'erasedAt', header: 'When', cell: ({ erasedAt }) => <DateTime value={erasedAt} zone={zone} /> },
  { id: 'by', header: 'By', cell: ({ erasedByName }) => erasedByName ?? 'The platform' },
]
