import { useQuery } from '@tanstack/react-query'
import { PageLink } from '#core/web/links.ts'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Dialog, DialogBody } from '#core/web/ui/overlays/Dialog.tsx'
import * as styles from './GradesDialog.css.ts'
import { studentsApi } from './client.ts'
import { gradeText } from './studentWords.ts'

interface GradesDialogProps {
  isOpen: boolean
  onClose: () => void
}

/** The grades that 'Grade Levels' counts, each leading to its students. */
export function GradesDialog({ isOpen, onClose }: GradesDialogProps) {
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
