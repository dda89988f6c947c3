import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { PagedTable } from '#core/web/ui/lists/PagedTable.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import type { EmbeddedRun, Outcome, RunItem } from '../contract.ts'
import { embeddedApi } from './client.ts'
import { outcomeLabels } from './embeddedLabels.ts'
import type { Runs } from './useRuns.ts'

const PAGE_SIZE = 10

const columns: readonly Column<RunItem>[] = [
  { id: 'label', header: 'What', isPrimary: true, cell: ({ label }) => label },
  { id: 'organization', header: 'Organization', cell: ({ organization }) => organization ?? 'Platform' },
  {
    id: 'outcome',
    header: 'Outcome',
    cell: ({ outcome }) => <Badge tone={outcomeLabels[outcome].tone}>{outcomeLabels[outcome].label}</Badge>,
  },
  { id: 'reason', header: 'Reason', cell: ({ reason }) => reason || '—' },
]

interface RunItemsProps {
  run: EmbeddedRun
  outcome?: Outcome
  retry: Runs['retry']
}

/** Lists the outcome of each item; failed ones can be retried alone. */
export function RunItems({ run, outcome, retry }: RunItemsProps) {
  const [page, setPage] = useState(1)
  const { id, status, counts } = run
  const query = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE, ...(outcome && { outcome }) }
  const read = embeddedApi.listRunItems.page({ params: { id }, query })
  const items = useQuery({
    ...read,
    // Refetched whenever the outcome of an item changes.
    queryKey: [...read.queryKey, status, counts],
    placeholderData: keepPreviousData,
  })
  const counted = outcome === 'failed' ? 'failures' : 'things'
  return (
    <PagedTable
      query={items}
      columns={columns}
      counted={counted}
      label={outcome === 'failed' ? 'What failed' : 'Everything in this run'}
      rowKey={({ position }) => String(position)}
      rowLabel={({ label }) => label}
      rowActions={(item) =>
        item.outcome === 'failed'
          ? [
              {
                label: 'Try again',
                icon: <RotateCcw size={16} aria-hidden />,
                onAction: () =>
                  retry.mutate(
                    { params: { id, position: item.position } },
                    {
                      onError: (error) =>
                        notify({ title: 'Not tried again', description: errorText(error), tone: 'destructive' }),
                    },
                  ),
              },
            ]
          : []
      }
      empty={<EmptyState title={`No ${counted}`} />}
      page={page}
      pageSize={PAGE_SIZE}
      onPage={setPage}
      skeletons={3}
    />
  )
}
