import { useUser } from '#core/web/session.ts'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import { useZone } from '../../../shared/web/zone.ts'
import type { PointsEntry } from '../contract.ts'

const stateLabels: Record<PointsEntry['state'], string> = {
  standing: 'Counts',
  'taken-back': 'Taken back',
  'taking-back': 'Takes back',
}

const signedText = (points: number) => `${points > 0 ? '+' : '−'}${Math.abs(points).toLocaleString()}`

/** Columns of entries of the points ledger, the same on every page. Staff alone see who gave points. */
export function usePointsColumns(): readonly Column<PointsEntry>[] {
  const zone = useZone()
  const { role } = useUser()
  const isFamily = role === 'parent' || role === 'student'
  return [
    { id: 'reason', header: 'For', isPrimary: true, cell: ({ reason }) => reason },
    { id: 'session', header: 'Session', cell: ({ sessionName }) => sessionName ?? '—' },
    { id: 'points', header: 'Points', align: 'end', cell: ({ points }) => signedText(points) },
    {
      id: 'state',
      header: 'State',
      cell: ({ state }) => <Badge {...(state === 'standing' && { tone: 'green' })}>{stateLabels[state]}</Badge>,
    },
    { id: 'earned', header: 'Earned', cell: ({ earnedAt }) => <DateTime value={earnedAt} zone={zone} show="date" /> },
    ...(isFamily ? [] : [{ id: 'by', header: 'By', cell: ({ givenBy }: PointsEntry) => givenBy ?? '—' }]),
  ]
}
