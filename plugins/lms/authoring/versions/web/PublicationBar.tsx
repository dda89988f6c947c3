import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Dialog, DialogBody, DialogFooter } from '#core/web/ui/overlays/Dialog.tsx'
import type { Course } from '../../courses/contract.ts'
import { courseReads, coursesApi } from '../../courses/web/client.ts'
import type { Publication } from '../contract.ts'
import { formatChanges } from './changeLabels.ts'
import { ChangeList } from './ChangeList.tsx'
import { versionsApi } from './client.ts'
import { UnfinishedLessons, formatUnfinished } from './UnfinishedLessons.tsx'

/** Shows if the published course is up to date, and lessons that learners cannot do. */
export function PublicationBar({ course }: { course: Course }) {
  const [isOpen, setOpen] = useState(false)
  const publication = useQuery(versionsApi.getPublication({ params: { id: course.id } }))
  const { changes = [], unfinished = [], isWithoutProof = false } = publication.data ?? {}
  if (course.status !== 'published') return null
  return (
    <>
      {changes.length > 0 && (
        <Banner
          title={`${formatChanges(changes.length)} not published yet`}
          action={
            <Button variant="primary" onPress={() => setOpen(true)}>
              Publish changes
            </Button>
          }
        >
          Learners have version {course.version}.
        </Banner>
      )}
      {unfinished.length > 0 && (
        <Banner tone="warn" title={formatUnfinished(unfinished.length)}>
          <UnfinishedLessons unfinished={unfinished} />
        </Banner>
      )}
      {isWithoutProof && <WithoutProof />}
      <Dialog
        title="Publish changes"
        help="Enrolled learners stay on their version until they move to the new one."
        isOpen={isOpen}
        onOpenChange={setOpen}
      >
        <Publishing
          course={course}
          changes={changes}
          unfinished={unfinished}
          isWithoutProof={isWithoutProof}
          onDone={() => setOpen(false)}
        />
      </Dialog>
    </>
  )
}

/** Warns that articles, documents and packages rely on their reader's word, so that no certificate follows. */
const WithoutProof = () => (
  <Banner tone="warn" title="No one can get a certificate for this course">
    All requirements are marked complete by learners themselves. Require a quiz, one of your videos or a submission, or
    turn the certificate off.
  </Banner>
)

interface PublishingProps extends Pick<Publication, 'changes' | 'unfinished' | 'isWithoutProof'> {
  course: Course
  onDone: () => void
}

function Publishing({ course, changes, unfinished, isWithoutProof, onDone }: PublishingProps) {
  const update = useMutation(coursesApi.updateCourse.mutation({ touches: courseReads }))
  const publish = () =>
    update.mutate(
      { params: { id: course.id }, body: { status: 'published' } },
      {
        onSuccess: ({ version }) => {
          notify({ title: 'Changes published', description: `Version ${version} of ${course.title}` })
          onDone()
        },
      },
    )
  return (
    <>
      <DialogBody>
        <ChangeList changes={changes} />
        {unfinished.length > 0 && (
          <Banner tone="warn" title={formatUnfinished(unfinished.length)}>
            <UnfinishedLessons unfinished={unfinished} />
          </Banner>
        )}
        {isWithoutProof && <WithoutProof />}
        {update.error && <Banner tone="error">{errorText(update.error)}</Banner>}
      </DialogBody>
      <DialogFooter>
        <Button slot="close">Cancel</Button>
        <Button variant="primary" isPending={update.isPending} onPress={publish}>
          {unfinished.length > 0 ? 'Publish anyway' : 'Publish changes'}
        </Button>
      </DialogFooter>
    </>
  )
}
