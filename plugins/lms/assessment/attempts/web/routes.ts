import { part } from '#core/web/plugin.ts'
import { lessonWork } from '../../../delivery/learning/web/places.ts'

/** Work of quizzes and assessments in a lesson. */
export const attemptWork = lessonWork({
  id: 'attempt',
  order: 10,
  contentTypes: ['quiz', 'assessment'],
  component: part(() => import('./AttemptWork.tsx'), 'AttemptWork'),
})
