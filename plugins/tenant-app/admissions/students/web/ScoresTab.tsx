import { Trophy } from 'lucide-react'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import { StudentTable } from '../../../shared/web/StudentTable.tsx'
import { useZone } from '../../../shared/web/zone.ts'
import type { StudentScore } from '../progress-contract.ts'
import { progressApi } from './client.ts'

const columnsIn = (zone: string): readonly Column<StudentScore>[] => [
  { id: 'challenge', header: 'Challenge', isPrimary: true, cell: ({ challengeTitle }) => challengeTitle ?? '—' },
  { id: 'session', header: 'Session', cell: ({ sessionName }) => sessionName ?? '—' },
  { id: 'score', header: 'Score', align: 'end', cell: ({ score, maxScore }) => `${score} of ${maxScore}` },
  { id: 'when', header: 'When', cell: ({ completedAt }) => <DateTime value={completedAt} zone={zone} show="date" /> },
  { id: 'feedback', header: 'Feedback', cell: ({ feedback }) => feedback || '—' },
]

/** Lists a student's scores, newest first. */
export function ScoresTab({ studentId }: { studentId: string }) {
  const zone = useZone()
  return (
    <StudentTable
      rows={(query) => progressApi.listScores.page({ params: { id: studentId }, query })}
      columns={columnsIn(zone)}
      counted="scores"
      none={{
        icon: <Trophy size={20} aria-hidden />,
        title: 'No scores yet',
        children: 'Scored challenges are listed here.',
      }}
    />
  )
}
