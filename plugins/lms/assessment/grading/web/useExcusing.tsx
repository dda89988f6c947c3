import { useMutation } from '@tanstack/react-query'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import type { MenuEntry } from '#core/web/ui/actions/MenuButton.tsx'
import type { GradebookLearner, GradebookLesson } from '../gradebook-contract.ts'
import { gradebookApi } from './client.ts'

/** Excuses learners from lessons for which they have submitted nothing. */
export function useExcusing(courseId: string) {
  const excuse = useMutation(
    gradebookApi.excuseLearner.mutation({
      touches: [gradebookApi.gradebook.key({ params: { courseId } })],
      onSuccess: () => notify({ title: 'Learner excused' }),
      onError: (error) =>
        notify({ title: 'The learner was not excused', description: errorText(error), tone: 'destructive' }),
    }),
  )
  const actions = ({ userId, cells }: GradebookLearner, lessons: readonly GradebookLesson[]): MenuEntry[] =>
    lessons.map(({ id, title }, index) => ({
      label: `Excuse from ${title}`,
      isDisabled: !['none', 'begun', 'not-passed'].includes(cells[index]?.state ?? 'none'),
      onAction: () => excuse.mutate({ params: { courseId }, body: { userId, lessonId: id } }),
    }))
  return { actions }
}
