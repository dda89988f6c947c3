import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError } from '#core/server/errors.ts'
import { enrollment, type Enrollment } from '../../catalog/contract.ts'
import { settle } from '../../catalog/server/counting.ts'
import { enrollmentColumns } from '../../catalog/server/enrollment.ts'
import { answeredProgress, factsOf, keptProgress, type KeptProgress } from '../../catalog/server/lesson-progress.ts'
import { keepInLog } from '../../catalog/server/learning-log.ts'
import type { completionWays, LessonFacts } from '../../lessons/kinds/missing-contract.ts'
import type { Learned } from '../contract.ts'
import { holdLesson, type HeldLesson } from './held.ts'

type Way = (typeof completionWays)[number]

const completed = statement(
  z.object({ id: z.uuid() }),
  `update lms_lesson_progress set completed_at = $now, how = $how
    where tenant_id = $tenantId and enrollment_id = $enrollmentId and cycle = $cycle and lesson_id = $lessonId
      and completed_at is null
    returning id`,
)

const active = statement(`update lms_enrollments set last_activity_at = $now where id = $enrollmentId`)

const counters = statement(enrollment, `select ${enrollmentColumns} from lms_enrollments e where e.id = $enrollmentId`)

/** Progress in a lesson and its course, when it was last asked. */
export interface Reached {
  kept: KeptProgress | undefined
  facts: LessonFacts
  /** Enrollment in the course. */
  enrollment: Enrollment
}

/**
 * Completes a lesson for the caller, by what is known of them alone; once, however often it is asked.
 * @throws lesson.incomplete (409) with the reasons where something is missing, not-found, forbidden (403)
 */
export async function completeLesson(scope: TenantScope, lessonId: string): Promise<Learned> {
  const lesson = await holdLesson(scope, lessonId)
  const { kept } = lesson
  const facts = await factsOf(scope, lesson, kept)
  if (!kept?.isCompleted) {
    const missing = lesson.kind.missing(lesson.details, facts)
    if (missing.length > 0) {
      const message = missing.map((reason) => reason.message).join(' ')
      throw new AppError('lesson.incomplete', 409, message, { details: missing })
    }
    await complete(scope, lesson, wayOf(lesson, facts))
  }
  return learnedNow(scope, lesson, facts)
}

/** Completes a lesson that is done by what is known, without being marked. */
export async function completeIfDone(scope: TenantScope, lesson: HeldLesson, reached: Reached): Promise<Learned> {
  const { kept, facts } = reached
  if (kept?.isCompleted || !lesson.kind.isDone(lesson.details, facts)) return learned(scope, lesson, reached)
  await complete(scope, lesson, wayOf(lesson, facts))
  return learnedNow(scope, lesson, facts)
}

const wayOf = ({ kind, details }: HeldLesson, facts: LessonFacts): Way =>
  kind.isSelfReported(details, facts) ? 'self-reported' : 'checked'

/** Completes a lesson that its learner has opened, with all that follows from it, once. */
async function complete(scope: TenantScope, lesson: HeldLesson, how: Way): Promise<void> {
  const { enrollmentId, cycle, lessonId } = lesson
  const now = scope.core.clock.now().toISOString()
  const [done] = await scope.rows(completed, { tenantId: scope.tenantId, enrollmentId, cycle, lessonId, how, now })
  if (!done) return
  await keepInLog(scope, 'completed', [enrollmentId], { lessonId, how })
  await scope.rows(active, { enrollmentId, now })
  await settle(scope, [enrollmentId])
}

/** Reads the caller's progress after an act that may have completed the lesson. */
async function learnedNow(scope: TenantScope, lesson: HeldLesson, facts: LessonFacts): Promise<Learned> {
  const { enrollmentId, cycle, lessonId } = lesson
  const kept = await keptProgress(scope, enrollmentId, cycle, lessonId)
  const [enrollment] = await scope.rows(counters, { enrollmentId })
  if (!enrollment) throw new Error('An enrollment that is held is there')
  return learned(scope, lesson, { kept, facts, enrollment })
}

const learned = async (
  scope: TenantScope,
  lesson: HeldLesson,
  { kept, facts, enrollment }: Reached,
): Promise<Learned> => ({ enrollment, lesson: await answeredProgress(scope, lesson, kept, facts) })
