import { record, referTo } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf, viewerOf } from '#core/server/database/row-policy.ts'
import { AppError, invalidField, notFound } from '#core/server/errors.ts'
import type { CourseLearner } from '../contract.ts'
import { findLearner, summarizeLearners } from './list-learners.ts'
import { deleteEnrollment, lockEnrollment, updateExtension } from './queries.ts'

interface OfLearner {
  courseId: string
  userId: string
}

/**
 * Sets or removes a learner's extended due date.
 * @throws not-found if the caller sees no such learner, invalid at `until` without a due date or for a past day
 */
export async function extendLearner(scope: TenantScope, of: OfLearner, until: string | null): Promise<CourseLearner> {
  const { id, today, course, learner } = await lockLearner(scope, of)
  if (learner.extendedUntil === until) return learner
  if (until !== null && learner.dueOn === null) {
    throw invalidField('until', 'This course has no due date for this learner')
  }
  if (until !== null && until < today) throw invalidField('until', 'Choose today or a later day')
  await scope.rows(updateExtension, { id, until })
  await record(scope, {
    ...describeAct(of, 'course.learner-extended'),
    description: until
      ? `Extended the due date of ${referTo('user', of.userId)} in the course ${course} to ${until}`
      : `Withdrew the extension of ${referTo('user', of.userId)} in the course ${course}`,
    before: { extendedUntil: learner.extendedUntil },
    after: { extendedUntil: until },
  })
  return findLearner(scope, of.courseId, of.userId)
}

/**
 * Unenrolls a learner and deletes their progress and notes in the course.
 * @throws not-found if the caller sees no such learner, learners.has-record (409) if there are records to keep
 */
export async function unenrollLearner(scope: TenantScope, of: OfLearner): Promise<void> {
  const { id, course, learner } = await lockLearner(scope, of)
  if (learner.hasRecord) {
    const message = `${learner.name} has attempts, submissions or a completion in this course. These stay on record, so unenrolling is not possible.`
    throw new AppError('learners.has-record', 409, message)
  }
  await scope.rows(deleteEnrollment, { id })
  await record(scope, {
    ...describeAct(of, 'course.learner-unenrolled'),
    description: `Unenrolled ${referTo('user', of.userId)} from the course ${course}`,
    before: { progress: learner.progress, enrolledAt: learner.enrolledAt },
  })
}

async function lockLearner(scope: TenantScope, of: OfLearner) {
  const { course } = await summarizeLearners(scope, of.courseId)
  const now = scope.core.clock.now().toISOString()
  const asked = { ...callerOf(scope), ...of, tenantId: scope.tenantId, now }
  const [locked] = await scope.rows(lockEnrollment({ viewer: viewerOf(scope) }), asked)
  if (!locked) throw notFound('Learner')
  return { ...locked, course, learner: await findLearner(scope, of.courseId, of.userId) }
}

const describeAct = ({ courseId, userId }: OfLearner, action: `course.learner-${string}`) => ({
  action,
  category: 'system' as const,
  resource: 'course',
  resourceId: courseId,
  metadata: { userId },
})
