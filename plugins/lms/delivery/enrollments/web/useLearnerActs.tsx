import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import type { MenuEntry } from '#core/web/ui/actions/MenuButton.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import { MAX_EMAILED, type CourseLearner } from '../contract.ts'
import { enrollmentReads, enrollmentsApi } from './client.ts'
import { EmailDialog } from './EmailDialog.tsx'
import { ExtendDialog } from './ExtendDialog.tsx'

interface LearnerActsOptions {
  courseId: string
  /** Called with learners who were emailed, to deselect them. */
  onEmailed: (learners: readonly CourseLearner[]) => void
}

/** Actions on learners of a course; render `dialogs` on the page. */
export function useLearnerActs({ courseId, onEmailed }: LearnerActsOptions) {
  const [asked, setAsked] = useState<{ act: 'extend' | 'unenroll'; learner: CourseLearner }>()
  const [isOpen, setOpen] = useState(false)
  const [addressed, setAddressed] = useState<readonly CourseLearner[]>()
  const unenroll = useMutation(enrollmentsApi.unenrollLearner.mutation({ touches: enrollmentReads }))
  const ask = (act: 'extend' | 'unenroll', learner: CourseLearner) => {
    setAsked({ act, learner })
    setOpen(true)
  }
  const actions = (learner: CourseLearner): MenuEntry[] => [
    { label: 'Write an email', onAction: () => setAddressed([learner]) },
    // Learners for whom the course is not required have no due date.
    { label: 'Extend due date', isDisabled: learner.dueOn === null, onAction: () => ask('extend', learner) },
    'separator',
    // The server may refuse it too, with the reason.
    { label: 'Unenroll', isDanger: true, onAction: () => ask('unenroll', learner) },
  ]
  const bulkActions = (learners: readonly CourseLearner[]) => (
    <Button size="small" isDisabled={learners.length > MAX_EMAILED} onPress={() => setAddressed(learners)}>
      {learners.length > MAX_EMAILED ? `Write to at most ${MAX_EMAILED} at once` : 'Write an email'}
    </Button>
  )
  const emailDialog = addressed && (
    <EmailDialog courseId={courseId} learners={addressed} onSent={onEmailed} onClose={() => setAddressed(undefined)} />
  )
  const learnerDialogs = asked && (
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
          ? 'Learners with attempts, submissions or a completion cannot be unenrolled.'
          : 'Their progress and notes in this course are deleted. This cannot be undone; they can enroll again.'}
      </ConfirmDialog>
    </>
  )
  const dialogs = (
    <>
      {emailDialog}
      {learnerDialogs}
    </>
  )
  return { actions, bulkActions, dialogs }
}
