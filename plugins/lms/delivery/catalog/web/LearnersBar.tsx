import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import type { Course } from '../../../authoring/courses/contract.ts'
import { learnersApi } from './client.ts'
import { formatLearners } from './learningLabels.ts'

/** Notifies an author of learners on an older version, and moves them. */
export function LearnersBar({ course }: { course: Course }) {
  const [isAsking, setAsking] = useState(false)
  const { data } = useQuery(learnersApi.countLearners({ params: { id: course.id } }))
  const move = useMutation(learnersApi.moveLearners.mutation({ touches: [learnersApi.countLearners.key()] }))
  if (!data || data.behind === 0) return null
  return (
    <>
      <Banner
        title={`${formatLearners(data.behind)} of ${data.total.toLocaleString('en-US')} on an older version`}
        action={<Button onPress={() => setAsking(true)}>Move to version {course.version}</Button>}
      >
        Learners can also move themselves.
      </Banner>
      <ConfirmDialog
        title={`Move ${formatLearners(data.behind)} to version ${course.version}?`}
        confirmLabel="Move learners"
        tone="primary"
        isOpen={isAsking}
        onOpenChange={setAsking}
        onConfirm={async () => {
          const { behind } = await move.mutateAsync({ params: { id: course.id } })
          notify(
            behind === 0
              ? { title: 'Learners moved', description: course.title }
              : { title: 'Moving learners', description: `${formatLearners(behind)} follow within minutes` },
          )
        }}
      >
        They continue with the lessons of that version and lose lessons that it does not have.
      </ConfirmDialog>
    </>
  )
}
