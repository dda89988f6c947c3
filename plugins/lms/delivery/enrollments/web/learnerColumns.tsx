import { roleNames } from '#core/contract/roles.ts'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import { formatScore } from '../../../shared/web/percentOf.ts'
import type { CourseLearner } from '../contract.ts'
import { stateLabels } from './learnerLabels.ts'

export const learnerColumns: readonly Column<CourseLearner>[] = [
  { id: 'name', header: 'Learner', isPrimary: true, isSortable: true, cell: ({ name }) => <PersonName name={name} /> },
  { id: 'role', header: 'Role', cell: ({ role }) => roleNames[role] },
  {
    id: 'state',
    header: 'Status',
    cell: ({ state }) => <Badge tone={stateLabels[state].tone}>{stateLabels[state].label}</Badge>,
  },
  {
    id: 'progress',
    header: 'Progress',
    align: 'end',
    isSortable: true,
    cell: ({ progress }) => formatScore(progress),
  },
  { id: 'score', header: 'Final score', align: 'end', cell: ({ finalScore }) => formatScore(finalScore) },
  {
    id: 'activity',
    header: 'Last activity',
    isSortable: true,
    cell: ({ lastActivityAt }) => <DateTime value={lastActivityAt} />,
  },
  { id: 'due', header: 'Due', cell: (learner) => <DueDate {...learner} /> },
  {
    id: 'enrolled',
    header: 'Enrolled',
    isSortable: true,
    cell: ({ enrolledAt }) => <DateTime value={enrolledAt} show="date" />,
  },
]

function DueDate({ dueOn, extendedUntil }: Pick<CourseLearner, 'dueOn' | 'extendedUntil'>) {
  return (
    <>
      <DateTime value={dueOn} show="date" />
      {dueOn !== null && extendedUntil !== null && ' (extended)'}
    </>
  )
}
