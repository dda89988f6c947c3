import { useMutation } from '@tanstack/react-query'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { ProgressBar } from '#core/web/ui/feedback/ProgressBar.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import type { GradedLesson, PostedLesson } from '../contract.ts'
import { gradingApi, gradingReads } from './client.ts'

interface GradingProgressProps {
  /** undefined while they are read. */
  lessons: readonly GradedLesson[] | undefined
  course: string | undefined
  lesson: string | undefined
}

/** How much of what is chosen is graded; drafts of a lesson are posted together. */
export function GradingProgress({ lessons, course, lesson }: GradingProgressProps) {
  const post = useMutation(
    gradingApi.postLesson.mutation({
      touches: [...gradingReads, gradingApi.openWork.key()],
      onSuccess: (answer) => notify(postedWords(answer)),
      onError: (error) => notify({ title: 'Nothing was posted', description: errorText(error), tone: 'destructive' }),
    }),
  )
  if (!lessons) return <Skeleton height={40} />
  const chosen = lessons.filter(
    (one) => (course === undefined || one.courseId === course) && (lesson === undefined || one.lessonId === lesson),
  )
  const sum = (read: (one: GradedLesson) => number) => chosen.reduce((all, one) => all + read(one), 0)
  const drafts = sum(({ graded }) => graded)
  const graded = drafts + sum(({ done }) => done)
  const total = graded + sum(({ waiting }) => waiting)
  if (total === 0) return null
  return (
    <>
      <ProgressBar label="Graded" value={graded} max={total} valueText={`${graded} of ${total}`} />
      {lesson !== undefined && drafts > 0 && (
        <Button isPending={post.isPending} onPress={() => post.mutate({ params: { lessonId: lesson } })}>
          {drafts === 1 ? 'Post 1 draft' : `Post ${drafts} drafts`}
        </Button>
      )}
    </>
  )
}

function postedWords({ posted, left, incomplete }: PostedLesson) {
  const remains = [
    left === 0 ? '' : `${left} more ${left === 1 ? 'is' : 'are'} waiting: post again.`,
    incomplete === 0 ? '' : `${incomplete} ${incomplete === 1 ? 'draft lacks' : 'drafts lack'} points and stayed.`,
  ].filter(Boolean)
  const title = posted === 1 ? '1 grade posted' : `${posted} grades posted`
  return remains.length === 0 ? { title } : { title, description: remains.join(' ') }
}
