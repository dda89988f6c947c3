import { Star } from 'lucide-react'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import { StudentTable } from '../../web/StudentTable.tsx'
import { useZone } from '../../web/zone.ts'
import type { PointsEntry } from '../contract.ts'
import { pointsApi } from './client.ts'

const sourceWords: Record<PointsEntry['source'], string> = {
  challenge: 'Challenge',
  session: 'Session',
  given: 'Given',
  before: 'Before',
}

const columnsIn = (zone: string): readonly Column<PointsEntry>[] => [
  { id: 'reason', header: 'For', isPrimary: true, cell: ({ reason }) => reason },
  { id: 'source', header: 'Kind', cell: ({ source }) => sourceWords[source] },
  {
    id: 'points',
    header: 'Points',
    align: 'end',
    cell: ({ points }) => (points > 0 ? `+${points}` : `−${Math.abs(points)}`),
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ state }) =>
      state === 'standing' ? (
        <Badge tone="green">Counts</Badge>
      ) : (
        <Badge>{state === 'taken-back' ? 'Taken back' : 'Takes back'}</Badge>
      ),
  },
  { id: 'earned', header: 'Earned', cell: ({ earnedAt }) => <DateTime value={earnedAt} zone={zone} show="date" /> },
  { id: 'by', header: 'By', cell: ({ givenBy }) => givenBy ?? '—' },
]

/** What the total points of a student are made of: every entry, those that were taken back among them. */
export function PointsTab({ studentId }: { studentId: string }) {
  const zone = useZone()
  return (
    <StudentTable
      rows={(query) => pointsApi.listPoints.page({ params: { id: studentId }, query })}
      columns={columnsIn(zone)}
      counted="points"
      none={{
        icon: <Star size={20} aria-hidden />,
        title: 'No points yet',
        children: 'What the student earns in challenges and sessions stands here, one by one.',
      }}
    />
  )
}
