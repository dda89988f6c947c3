import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { ProgressBar } from '#core/web/ui/feedback/ProgressBar.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import type { GradedLesson } from '../contract.ts'
import { formatDrafts, PostDraftsDialog } from './PostDraftsDialog.tsx'
import { toGrade } from './toGrade.ts'

interface GradingProgressProps {
  /** undefined while they load. */
  lessons: readonly GradedLesson[] | undefined
  course: string | undefined
  lesson: string | undefined
}

/** Shows the share of graded work; drafts of a lesson are posted together. */
export function GradingProgress({ lessons, course, lesson }: GradingProgressProps) {
  const [isPosting, setPosting] = useState(false)
  if (!lessons) return <Skeleton height={40} />
  const chosen = lessons.filter(
    (one) => (course === undefined || one.courseId === course) && (lesson === undefined || one.lessonId === lesson),
  )
  const sum = (read: (one: GradedLesson) => number) => chosen.reduce((all, one) => all + read(one), 0)
  const drafts = sum(({ graded }) => graded)
  const graded = drafts + sum(({ done }) => done)
  const total = graded + toGrade(chosen)
  const posted = lesson === undefined ? undefined : chosen[0]
  if (total === 0) return null
  return (
    <>
      <ProgressBar label="Graded" value={graded} max={total} valueText={`${graded} of ${total}`} />
      {posted && drafts > 0 && <Button onPress={() => setPosting(true)}>{formatDrafts('Post', drafts)}</Button>}
      {posted && <PostDraftsDialog lesson={posted} isOpen={isPosting} onOpenChange={setPosting} />}
    </>
  )
}
