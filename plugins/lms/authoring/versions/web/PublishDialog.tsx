import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import type { Course } from '../../courses/contract.ts'
import type { Publication } from '../contract.ts'
import * as styles from './versions.css.ts'
import { UnfinishedLessons, formatUnfinished } from './UnfinishedLessons.tsx'

interface PublishDialogProps {
  course: Course
  publication: Pick<Publication, 'unfinished' | 'drafts'>
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onPublish: () => Promise<void>
}

/** Asks before a course with unfinished lessons, or without lessons, is published. */
export function PublishDialog({ course, publication, isOpen, onOpenChange, onPublish }: PublishDialogProps) {
  const { unfinished, drafts } = publication
  return (
    <ConfirmDialog
      title={`Publish “${course.title}”?`}
      confirmLabel="Publish anyway"
      tone="primary"
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      onConfirm={onPublish}
    >
      {unfinished.length === 0 && drafts.length === 0 && (
        <p>This course has no lessons yet. Learners will find an empty course.</p>
      )}
      {unfinished.length > 0 && (
        <>
          <p>{formatUnfinished(unfinished.length)}:</p>
          <UnfinishedLessons unfinished={unfinished} />
        </>
      )}
      {drafts.length > 0 && (
        <>
          <p>These lessons are left out, because their chapter is a draft:</p>
          <ul className={styles.list}>
            {drafts.map(({ id, title, chapter }) => (
              <li key={id}>
                {title} ({chapter})
              </li>
            ))}
          </ul>
        </>
      )}
    </ConfirmDialog>
  )
}
