import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import type { StudentAnswer } from '../contract.ts'
import { StateBadge } from './StateBadge.tsx'

/** @param zone of the organization */
export function answerColumns(zone: string): readonly Column<StudentAnswer>[] {
  return [
    { id: 'student', header: 'Student', isPrimary: true, cell: ({ studentName }) => <PersonName name={studentName} /> },
    { id: 'grade', header: 'Grade', cell: ({ grade }) => grade ?? '—' },
    { id: 'state', header: 'Answer', cell: ({ state }) => <StateBadge state={state} /> },
    { id: 'by', header: 'Answered by', cell: ({ answeredBy }) => answeredBy ?? '—' },
    {
      id: 'at',
      header: 'Answered',
      cell: ({ answeredAt }) => <DateTime value={answeredAt} zone={zone} show="date" />,
    },
    { id: 'until', header: 'Holds until', cell: ({ expiresOn }) => <DateTime value={expiresOn} /> },
  ]
}
