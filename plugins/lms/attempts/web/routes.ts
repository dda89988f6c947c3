import { part } from '#core/web/plugin.ts'
import { lessonWork } from '../../learning/web/places.ts'

/** Where learners take quizzes and assessments. */
export const attemptWork = lessonWork({
  id: 'attempt',
  order: 10,
  contentTypes: ['quiz', 'assessment'],
  component: part(() => import('./AttemptWork.tsx'), 'AttemptWork'),
})
