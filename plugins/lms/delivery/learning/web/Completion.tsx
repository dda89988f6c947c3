import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { refresh } from '#core/web/client.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import type { LessonProgress } from '../../catalog/progress-contract.ts'
import { catalogApi, catalogReads } from '../../catalog/web/client.ts'
import type { MissingReason } from '../../../authoring/lessons/kinds/missing-contract.ts'
import { learningApi } from './client.ts'
import * as styles from './Completion.css.ts'
import { showLearned } from './useFollower.ts'

interface CompletionProps {
  courseId: string
  /** Completion rule, in a sentence. */
  rule: string
  progress: LessonProgress
}

/** Reasons that a result resolves, without the learner marking the lesson. */
const byItself: ReadonlySet<MissingReason['type']> = new Set([
  'not-passed',
  'not-handed-in',
  'not-graded',
  'not-posted',
])

/** Shows if a lesson is completed, its completion rule, and what is missing. */
export function Completion({ courseId, rule, progress }: CompletionProps) {
  const { lessonId, isCompleted, completedAt, how } = progress
  const queryClient = useQueryClient()
  const missing = useStillMissing(progress.missing)
  const complete = useMutation(
    learningApi.completeLesson.mutation({
      touches: catalogReads,
      onSuccess: (answer) => {
        showLearned(queryClient, courseId, answer)
        notify({ title: 'Lesson marked as complete!' })
      },
      onError: (error) => {
        notify({ title: 'Failed to mark lesson complete', description: errorText(error), tone: 'destructive' })
        // More is missing than this page knew.
        if (error.status === 409) void refresh(queryClient, [catalogApi.readLesson.key({ params: { courseId } })])
      },
    }),
  )
  // The pressed button is gone: the focus stays within the lesson, where keys navigate.
  const done = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isCompleted && complete.isSuccess) done.current?.focus({ preventScroll: true })
  }, [isCompleted, complete.isSuccess])
  if (isCompleted) {
    return (
      <div ref={done} tabIndex={-1} className={styles.completion} role="status">
        <span className={styles.done}>
          <CircleCheck size={20} aria-hidden />
          {how === 'excused' ? 'You are excused from this lesson' : 'Completed'}
        </span>
        <span className={styles.rule}>
          {completedAt && <DateTime value={completedAt} show="date" />}
          {how === 'self-reported' && ', as you said'}
        </span>
      </div>
    )
  }
  // A reason that begins with the rule repeats it, with the progress.
  const isRuleSaid = missing.some(({ message }) => message.startsWith(rule.replace(/[.]$/, '')))
  const isMarked = !missing.some(({ type }) => byItself.has(type))
  return (
    <div className={styles.completion}>
      <div className={styles.words}>
        {!isRuleSaid && <p className={styles.rule}>{rule}</p>}
        {missing.length > 0 && (
          <ul className={styles.missing} aria-label="Still missing">
            {missing.map(({ type, message }) => (
              <li key={type}>{message}</li>
            ))}
          </ul>
        )}
      </div>
      {isMarked && (
        <Button
          variant="primary"
          icon={<CircleCheck size={16} aria-hidden />}
          isDisabled={missing.length > 0}
          isPending={complete.isPending}
          onPress={() => complete.mutate({ params: { lessonId } })}
        >
          Mark Complete
        </Button>
      )}
    </div>
  )
}

/** Counts down the missing seconds from the server's last response. */
function useStillMissing(missing: readonly MissingReason[]): readonly MissingReason[] {
  const [passed, setPassed] = useState<readonly MissingReason[]>()
  useEffect(() => {
    const wait = missing.find(({ type }) => type === 'too-soon')
    if (wait?.type !== 'too-soon') return undefined
    const timer = setTimeout(() => setPassed(missing), wait.seconds * 1000)
    return () => clearTimeout(timer)
  }, [missing])
  return passed === missing ? missing.filter(({ type }) => type !== 'too-soon') : missing
}
