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
import { changesOf } from './changeWords.ts'
import { ChangeList } from './ChangeList.tsx'
import { versionsApi } from './client.ts'
import * as styles from './versions.css.ts'

/** Whether learners have a published course as it is written by now, and what of it they cannot do. */
export function PublicationBar({ course }: { course: Course }) {
  const [isOpen, setOpen] = useState(false)
  const publication = useQuery(versionsApi.getPublication({ params: { id: course.id } }))
  const { changes = [], unfinished = [] } = publication.data ?? {}
  if (course.status !== 'published') return null
  return (
    <>
      {changes.length > 0 && (
        <Banner
          title={`${changesOf(changes.length)} not published yet`}
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
        <Banner tone="warn" title={unfinishedTitle(unfinished.length)}>
          <Unfinished unfinished={unfinished} />
        </Banner>
      )}
      <Dialog
        title="Publish changes"
        help="Who is enrolled stays on the version they have until they move to the new one."
        isOpen={isOpen}
        onOpenChange={setOpen}
      >
        <Publishing course={course} changes={changes} unfinished={unfinished} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

const unfinishedTitle = (count: number) =>
  `${count === 1 ? 'One lesson is' : `${count} lessons are`} unfinished, and not required of learners`

function Unfinished({ unfinished }: Pick<Publication, 'unfinished'>) {
  return (
    <ul className={styles.list}>
      {unfinished.map(({ id, title, reasons }) => (
        <li key={id}>
          {title}: {reasons.join(' ')}
        </li>
      ))}
    </ul>
  )
}

interface PublishingProps extends Pick<Publication, 'changes' | 'unfinished'> {
  course: Course
  onDone: () => void
}

function Publishing({ course, changes, unfinished, onDone }: PublishingProps) {
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
          <Banner tone="warn" title={unfinishedTitle(unfinished.length)}>
            <Unfinished unfinished={unfinished} />
          </Banner>
        )}
        {update.error && <Banner tone="error">{errorText(update.error)}</Banner>}
      </DialogBody>
      <DialogFooter>
        <Button slot="close">Cancel</Button>
        <Button variant="primary" isPending={update.isPending} onPress={publish}>
          Publish changes
        </Button>
      </DialogFooter>
    </>
  )
}
