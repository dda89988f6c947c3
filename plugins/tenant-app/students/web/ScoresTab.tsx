import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Trophy } from 'lucide-react'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { ListScreen } from '#core/web/ui/lists/ListScreen.tsx'
import { PagedTable } from '#core/web/ui/lists/PagedTable.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import { useListAddress } from '#core/web/ui/lists/listAddress.ts'
import { useZone } from '../../web/zone.ts'
import type { StudentScore } from '../progress-contract.ts'
import { progressApi } from './client.ts'

const route = getRouteApi('/shell/students/$id')
const PAGE_SIZE = 25

const columnsIn = (zone: string): readonly Column<StudentScore>[] => [
  { id: 'challenge', header: 'Challenge', isPrimary: true, cell: ({ challengeTitle }) => challengeTitle ?? '—' },
  { id: 'session', header: 'Session', cell: ({ sessionName }) => sessionName ?? '—' },
  { id: 'score', header: 'Score', align: 'end', cell: ({ score, maxScore }) => `${score} of ${maxScore}` },
  { id: 'when', header: 'When', cell: ({ completedAt }) => <DateTime value={completedAt} zone={zone} show="date" /> },
  { id: 'feedback', header: 'Feedback', cell: ({ feedback }) => feedback || '—' },
]

/** What a student has scored, newest first. */
export function ScoresTab({ studentId }: { studentId: string }) {
  const zone = useZone()
  const { page, turnTo } = useListAddress({ address: route.useSearch(), navigate: route.useNavigate(), filters: [] })
  const scores = useQuery({
    ...progressApi.listScores.page({
      params: { id: studentId },
      query: { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <ListScreen
      counted="scores"
      list={{ page, turnTo }}
      query={scores}
      none={{
        icon: <Trophy size={20} aria-hidden />,
        title: 'No scores yet',
        children: 'Each challenge that is scored for the student stands here.',
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
