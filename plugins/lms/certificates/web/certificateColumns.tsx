import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import type { IssuedCertificate } from '../contract.ts'
import { stateLabels } from './certificateLabels.ts'

export const certificateColumns: readonly Column<IssuedCertificate>[] = [
  { id: 'recipient', header: 'Name', isPrimary: true, cell: ({ recipient }) => recipient },
  { id: 'course', header: 'Course', cell: ({ course }) => course },
  {
    id: 'state',
    header: 'State',
    cell: ({ state }) => (
      <Badge tone={stateLabels[state].tone} hasDot>
        {stateLabels[state].label}
      </Badge>
    ),
  },
  { id: 'issued', header: 'Issued', cell: ({ issuedAt }) => <DateTime value={issuedAt} show="date" /> },
  {
    id: 'expires',
    header: 'Expires',
    cell: ({ expiresAt }) => (expiresAt === null ? 'Never' : <DateTime value={expiresAt} show="date" />),
  },
  { id: 'number', header: 'Number', cell: ({ number }) => number },
]
