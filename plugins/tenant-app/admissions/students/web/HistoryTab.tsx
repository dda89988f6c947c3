import { History } from 'lucide-react'
import { studentHistory } from '#core/web/slots.ts'
import { Contributions } from '#core/web/shell/Contributions.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import { StudentTable } from '../../../shared/web/StudentTable.tsx'
import { useZone } from '../../../shared/web/zone.ts'
import type { StudentEvent } from '../progress-contract.ts'
import { progressApi } from './client.ts'

const fieldLabels: Record<StudentEvent['changes'][number]['field'], string> = {
  firstName: 'First name',
  lastName: 'Last name',
  dateOfBirth: 'Birthday',
  grade: 'Grade',
  isActive: 'Status',
}

const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })

function wordsOf({ kind, changes }: StudentEvent): string {
  const words = (field: string, value: string | null) =>
    value && field === 'dateOfBirth' ? dayFormat.format(new Date(value)) : (value ?? 'none')
  const texts = changes.map(({ field, before, after }) =>
    // No arrow: some fonts lack it, and screen readers skip it.
    kind === 'added'
      ? `${fieldLabels[field]}: ${words(field, after)}`
      : `${fieldLabels[field]}: ${words(field, after)}, before ${words(field, before)}`,
  )
  return texts.join('; ')
}

const columnsIn = (zone: string): readonly Column<StudentEvent>[] => [
  {
    id: 'act',
    header: 'What',
    isPrimary: true,
    width: '96px',
    cell: ({ kind }) => (kind === 'added' ? 'Added' : 'Changed'),
  },
  { id: 'changes', header: 'Changes', cell: wordsOf },
  { id: 'who', header: 'By', cell: ({ actorName }) => actorName ?? 'The platform' },
  { id: 'when', header: 'When', cell: ({ occurredAt }) => <DateTime value={occurredAt} zone={zone} /> },
]

/** Lists who changed which field of a student's record, and other plugins' histories below; for admins. */
export function HistoryTab({ studentId }: { studentId: string }) {
  const zone = useZone()
  return (
    <Stack>
      <StudentTable
        rows={(query) => progressApi.listHistory.page({ params: { id: studentId }, query })}
        columns={columnsIn(zone)}
        counted="changes"
        none={{
          icon: <History size={20} aria-hidden />,
          title: 'No changes yet',
          children: 'Changes of the name, birthday, grade and status are listed here, with who made them.',
        }}
      />
      <Contributions to={studentHistory} props={{ studentId, zone }} fallback={<Skeleton height={240} />} />
    </Stack>
  )
}
