import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import type { Session } from '../contract.ts'
import { SessionStatusBadge } from './SessionStatusBadge.tsx'
import { SessionTime } from './SessionTime.tsx'
import { places } from './sessionLabels.ts'

/** Columns of a table of sessions; the usual state has no badge. */
export function sessionColumns(zone: string): Column<Session>[] {
  return [
    { id: 'name', header: 'Session', isPrimary: true, cell: ({ name }) => name },
    {
      id: 'when',
      header: 'When',
      cell: ({ startDate, endDate }) => <SessionTime start={startDate} end={endDate} zone={zone} />,
    },
    { id: 'participants', header: 'Participants', align: 'end', cell: (session) => places(session) },
    {
      id: 'instructor',
      header: 'Instructor',
      cell: ({ instructorName }) => instructorName && <PersonName name={instructorName} />,
    },
    { id: 'location', header: 'Location', cell: ({ location }) => location },
    { id: 'status', header: 'Status', cell: (session) => <SessionStatusBadge session={session} hidesScheduled /> },
  ]
}
