import type { TenantScope } from '#core/server/core.ts'
import { notFound } from '#core/server/errors.ts'
import { lockLesson, type LockedLesson } from '../../../delivery/learning/server/lock-lesson.ts'

/** Locks a lesson with questions. @throws not-found, forbidden (403) if the lesson is locked */
export async function lockQuiz(scope: TenantScope, lessonId: string): Promise<LockedLesson> {
  const lesson = await lockLesson(scope, lessonId)
  if (lesson.kind.type !== 'quiz' && lesson.kind.type !== 'assessment') throw notFound('Quiz')
  return lesson
}
