import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError } from '#core/server/errors.ts'
import { enrollment, type Enrollment } from '../../catalog/contract.ts'
import { updateProgress } from '../../catalog/server/update-progress.ts'
import { enrollmentColumns } from '../../catalog/server/enrollment.ts'
import {
  toLessonProgress,
  loadLessonFacts,
  getProgress,
  type StoredProgress,
} from '../../catalog/server/lesson-progress.ts'
import { logLearning } from '../../catalog/server/learning-log.ts'
import type { completionWays, LessonFacts } from '../../../authoring/lessons/kinds/missing-contract.ts'
import type { Learned } from '../contract.ts'
import { lockLesson, type LockedLesson } from './lock-lesson.ts'

type Way = (typeof completionWays)[number]

const updateCompletedLesson = statement(
  z.object({ id: z.uuid() }),
  `update lms_lesson_progress set completed_at = $now, how = $how
    where tenant_id = $tenantId and enrollment_id = $enrollmentId and cycle = $cycle and lesson_id = $lessonId
      and completed_at is null
    returning id`,
)

const updateLastActivity = statement(`update lms_enrollments set last_activity_at = $now where id = $enrollmentId`)

const selectEnrollment = statement(
  enrollment,
  `select ${enrollmentColumns} from lms_enrollments e where e.id = $enrollmentId`,
)

/** Progress in a lesson and its course, as last read. */
export interface Reached {
  kept: StoredProgress | undefined
  facts: LessonFacts
  /** Enrollment in the course. */
  enrollment: Enrollment
}

/**
 * Completes a lesson for the caller by the recorded facts alone; repeated calls have no further effect.
 * @throws lesson.incomplete (409) with the missing conditions, not-found, forbidden (403)
 */
export async function completeLesson(scope: TenantScope, lessonId: string): Promise<Learned> {
  const lesson = await lockLesson(scope, lessonId)
  const { kept } = lesson
  const facts = await loadLessonFacts(scope, lesson, kept)
  if (!kept?.isCompleted) {
    const missing = lesson.kind.missing(lesson.details, facts)
    if (missing.length > 0) {
      const message = missing.map((reason) => reason.message).join(' ')
      throw new AppError('lesson.incomplete', 409, message, { details: missing })
    }
    await complete(scope, lesson, getCompletionWay(lesson, facts))
  }
  return completeNow(scope, lesson, facts)
}

/** Completes a lesson if the facts suffice without the learner marking it. */
export async function completeIfDone(scope: TenantScope, lesson: LockedLesson, reached: Reached): Promise<Learned> {
  const { kept, facts } = reached
  if (kept?.isCompleted || !lesson.kind.isDone(lesson.details, facts)) return toLearned(scope, lesson, reached)
  await complete(scope, lesson, getCompletionWay(lesson, facts))
  return completeNow(scope, lesson, facts)
}

const getCompletionWay = ({ kind, details }: LockedLesson, facts: LessonFacts): Way =>
  kind.isSelfReported(details, facts) ? 'self-reported' : 'checked'

/** Completes a lesson that its learner has opened, with all effects, once. */
async function complete(scope: TenantScope, lesson: LockedLesson, how: Way): Promise<void> {
  const { enrollmentId, cycle, lessonId } = lesson
  const now = scope.core.clock.now().toISOString()
  const [done] = await scope.rows(updateCompletedLesson, {
    tenantId: scope.tenantId,
    enrollmentId,
    cycle,
    lessonId,
    how,
    now,
  })
  if (!done) return
  await logLearning(scope, 'completed', [enrollmentId], { lessonId, how })
  await scope.rows(updateLastActivity, { enrollmentId, now })
  await updateProgress(scope, [enrollmentId])
}

/** Reads the caller's progress after an act that may have completed the lesson. */
async function completeNow(scope: TenantScope, lesson: LockedLesson, facts: LessonFacts): Promise<Learned> {
  const { enrollmentId, cycle, lessonId } = lesson
  const kept = await getProgress(scope, enrollmentId, cycle, lessonId)
  const [enrollment] = await scope.rows(selectEnrollment, { enrollmentId })
  if (!enrollment) throw new Error('An enrollment that is held is there')
  return toLearned(scope, lesson, { kept, facts, enrollment })
}

const toLearned = async (
  scope: TenantScope,
  lesson: LockedLesson,
  { kept, facts, enrollment }: Reached,
): Promise<Learned> => ({ enrollment, lesson: await toLessonProgress(scope, lesson, kept, facts) })
