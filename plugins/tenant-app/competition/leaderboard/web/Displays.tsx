import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { MonitorPlay, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { PagedTable } from '#core/web/ui/lists/PagedTable.tsx'
import { gradeText } from '../../../admissions/students/web/studentLabels.ts'
import type { Display } from '../settings-contract.ts'
import { NewDisplayDialog } from './NewDisplayDialog.tsx'
import { RevokeDisplayDialog } from './RevokeDisplayDialog.tsx'
import { leaderboardSettingsApi } from './client.ts'
import { periodLabels } from './leaderboardLabels.ts'

const PAGE_SIZE = 10

const columns = [
  { id: 'name', header: 'Display', isPrimary: true, cell: ({ name }: Display) => name },
  {
    id: 'shows',
    header: 'Shows',
    cell: ({ period, grade }: Display) =>
      `${periodLabels[period]}, ${grade === null ? 'All Grades' : gradeText(grade)}`,
  },
  { id: 'added', header: 'Made by', cell: ({ addedBy }: Display) => addedBy ?? '—' },
  {
    id: 'used',
    header: 'Last used',
    cell: ({ lastUsedAt }: Display) => (lastUsedAt === null ? 'Never' : <DateTime value={lastUsedAt} />),
  },
]

/** Lists displays, which show the leaderboard without an account, each by its own address. */
export function Displays() {
  const [page, setPage] = useState(1)
  const [isAdding, setAdding] = useState(false)
  const [revoked, setRevoked] = useState<Display>()
  const displays = useQuery({
    ...leaderboardSettingsApi.listDisplays.page({ query: { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE } }),
    placeholderData: keepPreviousData,
  })
  const add = (
    <Button icon={<Plus size={16} aria-hidden />} onPress={() => setAdding(true)}>
      Add display
    </Button>
  )
  return (
    <Card
      title="Displays"
      help="A display link shows the leaderboard on a screen without signing in. Anyone with the link can see it, so use it only on that screen."
      actions={add}
    >
      <PagedTable
        label="Displays"
        query={displays}
        columns={columns}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        rowActions={(display) => [{ label: 'Revoke', isDanger: true, onAction: () => setRevoked(display) }]}
        skeletons={3}
        page={page}
        pageSize={PAGE_SIZE}
        onPage={setPage}
        counted="displays"
        empty={
          <EmptyState icon={<MonitorPlay size={20} aria-hidden />} title="No displays yet">
            A display shows the podium in the hall, refreshed every 30 seconds.
          </EmptyState>
        }
      />
      <NewDisplayDialog isOpen={isAdding} onOpenChange={setAdding} />
      <RevokeDisplayDialog display={revoked} onClose={() => setRevoked(undefined)} />
    </Card>
  )
}
