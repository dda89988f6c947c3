import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { Dialog, DialogBody, DialogFooter } from '#core/web/ui/overlays/Dialog.tsx'
import { GrowingList } from '#core/web/ui/lists/GrowingList.tsx'
import type { Course } from '../../courses/contract.ts'
import { formatLessons, formatMinutes } from '../../courses/web/courseLabels.ts'
import { ChangeList } from './ChangeList.tsx'
import { versionsApi } from './client.ts'
import * as styles from './versions.css.ts'

interface VersionsDialogProps {
  course: Course
  isOpen: boolean
  onClose: () => void
}

/** Lists the published versions of a course with their changes. */
export function VersionsDialog({ course, isOpen, onClose }: VersionsDialogProps) {
  return (
    <Dialog title="Versions" help={course.title} isOpen={isOpen} onOpenChange={onClose}>
      <Versions id={course.id} />
    </Dialog>
  )
}

function Versions({ id }: { id: string }) {
  const versions = useInfiniteQuery(versionsApi.listVersions.infinite({ params: { id } }))
  return (
    <>
      <DialogBody>
        <GrowingList
          query={versions}
          height={120}
          empty={
            <EmptyState title="Not published yet">Each published version of the course is listed here.</EmptyState>
          }
        >
          {(rows) =>
            rows.map((version) => (
              <section key={version.number} className={styles.version} aria-label={`Version ${version.number}`}>
                <h3 className={styles.title}>Version {version.number}</h3>
                <p className={styles.quiet}>
                  <DateTime value={version.publishedAt} />, {formatLessons(version.lessonCount)},{' '}
                  {formatMinutes(version.totalMinutes)}
                </p>
                {version.number === 1 ? (
                  <p className={styles.quiet}>The first one.</p>
                ) : (
                  <ChangeList changes={version.changes} />
                )}
              </section>
            ))
          }
        </GrowingList>
      </DialogBody>
      <DialogFooter>
        <Button slot="close">Close</Button>
      </DialogFooter>
    </>
  )
}
