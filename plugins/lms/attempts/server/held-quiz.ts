import type { TenantScope } from '#core/server/core.ts'
import { notFound } from '#core/server/errors.ts'
import { holdLesson, type HeldLesson } from '../../learning/server/held.ts'

/** A lesson with questions, held. @throws not-found, forbidden (403) where it is locked */
export async function holdQuiz(scope: TenantScope, lessonId: string): Promise<HeldLesson> {
  const lesson = await holdLesson(scope, lessonId)
  if (lesson.kind.type !== 'quiz' && lesson.kind.type !== 'assessment') throw notFound('Quiz')
  return lesson
}
