import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PageLink } from '#core/web/links.ts'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { PagedTable } from '#core/web/ui/lists/PagedTable.tsx'
import { Dialog, DialogBody } from '#core/web/ui/overlays/Dialog.tsx'
import type { Person } from '../../people/contract.ts'
import { peopleApi } from '../../people/web/client.ts'
import * as styles from './FigureDialogs.css.ts'
import { studentsApi } from './client.ts'
import { gradeText, nameOf } from './studentWords.ts'

interface FigureDialogProps {
  isOpen: boolean
  onClose: () => void
}

/** The grades that 'Grade Levels' counts, each leading to its students. */
export function GradesDialog({ isOpen, onClose }: FigureDialogProps) {
  return (
    <Dialog
      title="Grade Levels"
      help="Every grade that a student has, active or not."
      size="small"
      isOpen={isOpen}
      onOpenChange={onClose}
    >
      <DialogBody>
        <Grades />
      </DialogBody>
    </Dialog>
  )
}

function Grades() {
  const { data, error, refetch } = useQuery(studentsApi.listGrades())
  if (error) return <ErrorState error={error} onRetry={refetch} isFrameless />
  if (!data) return <Skeleton height={160} />
  if (data.length === 0) return <EmptyState title="No student has a grade yet" />
  return (
    <ul className={styles.grades}>
      {data.map((grade) => (
        <li key={grade}>
          <PageLink to="/students" search={{ grade }}>
            {gradeText(grade)}
          </PageLink>
        </li>
      ))}
    </ul>
  )
}

const PAGE_SIZE = 10

/** The guardians whom 'Family Accounts' counts; for admins. */
export function FamiliesDialog({ isOpen, onClose }: FigureDialogProps) {
  return (
    <Dialog
      title="Family Accounts"
      help="Active guardians with an account, each counted once however many children they have here."
      isOpen={isOpen}
      onOpenChange={onClose}
    >
      <DialogBody>
        <Families />
      </DialogBody>
    </Dialog>
  )
}

const columns = [
  { id: 'name', header: 'Guardian', isPrimary: true, cell: (person: Person) => nameOf(person) },
  { id: 'email', header: 'E-mail', cell: ({ email }: Person) => email ?? '—' },
]

function Families() {
  const [page, setPage] = useState(1)
  const people = useQuery({
    ...peopleApi.listPeople.page({
      query: { role: 'parent', state: 'active', limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <PagedTable
      label="Guardians with an account"
      query={people}
      columns={columns}
      rowKey={({ id }) => id}
      page={page}
      pageSize={PAGE_SIZE}
      onPage={setPage}
      counted="guardians"
      empty={<EmptyState title="No guardian has an account yet" />}
    />
  )
}
