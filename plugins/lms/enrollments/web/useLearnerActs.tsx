import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { MenuEntry } from '#core/web/ui/actions/MenuButton.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import type { CourseLearner } from '../contract.ts'
import { enrollmentReads, enrollmentsApi } from './client.ts'
import { ExtendDialog } from './ExtendDialog.tsx'

/** Acts on a learner of a course; `dialogs` belongs on the page. */
export function useLearnerActs(courseId: string) {
  const [asked, setAsked] = useState<{ act: 'extend' | 'unenroll'; learner: CourseLearner }>()
  const [isOpen, setOpen] = useState(false)
  const unenroll = useMutation(enrollmentsApi.unenrollLearner.mutation({ touches: enrollmentReads }))
  const ask = (act: 'extend' | 'unenroll', learner: CourseLearner) => {
    setAsked({ act, learner })
    setOpen(true)
  }
  const actions = (learner: CourseLearner): MenuEntry[] => [
    // Nothing is due of a learner of whom the course is not required.
    { label: 'Extend due date', isDisabled: learner.dueOn === null, onAction: () => ask('extend', learner) },
    'separator',
    // The server refuses it too, with the reason.
    { label: 'Unenroll', isDanger: true, onAction: () => ask('unenroll', learner) },
  ]
  const dialogs = asked && (
    <>
      <ExtendDialog
        key={asked.learner.userId}
        courseId={courseId}
        learner={asked.learner}
        isOpen={isOpen && asked.act === 'extend'}
        onClose={() => setOpen(false)}
      />
      <ConfirmDialog
        title={`Unenroll ${asked.learner.name}?`}
        confirmLabel="Unenroll"
        isOpen={isOpen && asked.act === 'unenroll'}
        onOpenChange={setOpen}
        onConfirm={async () => {
          const { userId, name } = asked.learner
          await unenroll.mutateAsync({ params: { courseId, userId } })
          notify({ title: 'Learner unenrolled', description: name })
        }}
      >
        {asked.learner.hasRecord
          ? 'Learners with attempts, submissions or a completion stay on record and cannot be unenrolled.'
          : 'Their progress and notes in this course are deleted. This cannot be undone; they can enroll again.'}
      </ConfirmDialog>
    </>
  )
  return { actions, dialogs }
}
