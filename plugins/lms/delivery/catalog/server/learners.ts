import { z } from 'zod'
import { record } from '#core/server/audit.ts'
import type { Scope } from '#core/server/core.ts'
import { ownerOf } from '#core/server/database/catalogue.ts'
import { statement } from '#core/server/database/statement.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { getCourse } from '../../../authoring/courses/server/courses.ts'
import { lockCourse } from '../../../authoring/courses/server/outline.ts'
import { updateProgress } from './update-progress.ts'
import { logLearning } from './learning-log.ts'
import { courseLearners, type CourseLearners } from '../learners-contract.ts'

// Counts all organizations for a course of the platform.
const countEnrollments = statement(
  courseLearners,
  `select count(*)::int as total, (count(*) filter (where e.version < c.version))::int as behind
    from lms_enrollments e join lms_courses c on c.owner = e.course_id_owner and c.id = e.course_id
    where e.course_id_owner = $owner and e.course_id = $courseId`,
)

/** Counts the learners of a course. @throws not-found if there is no such course, or the scope may not write it */
export async function countLearners(scope: Scope, courseId: string): Promise<CourseLearners> {
  await getCourse(scope, courseId)
  const [found] = await scope.rows(countEnrollments, { owner: ownerOf(scope), courseId })
  if (!found) throw new Error('A count always answers one row')
  return found
}

/** Maximum learners moved in one transaction: those who complete the course by that each get a certificate. */
const BATCH_SIZE = 250

// Locks in order of their ids, as all transactions with several enrollments do.
const updateVersions = statement(
  z.object({ id: z.uuid() }),
  `with portion as materialized (
      select e.id, c.version from lms_enrollments e join lms_courses c on c.owner = e.course_id_owner and c.id = e.course_id
        where e.course_id_owner = $owner and e.course_id = $courseId and e.version < c.version
        order by e.id limit ${BATCH_SIZE} for update of e
    )
    update lms_enrollments e set version = p.version from portion p where e.id = p.id returning e.id`,
)

/** @returns number of moved learners; fewer than `BATCH_SIZE`: there are no more */
async function movePortion(scope: Scope, owner: string, courseId: string): Promise<number> {
  const ids = (await scope.rows(updateVersions, { owner, courseId })).map(({ id }) => id)
  if (ids.length > 0) {
    await logLearning(scope, 'moved', ids)
    await updateProgress(scope, ids)
  }
  return ids.length
}

const ofCourse = z.object({ courseId: z.uuid(), tenantId: z.uuid().nullable() })

/** Moves the learners who are left after the first batch. */
export const movingLearners = defineJob({
  name: 'lms.move-learners',
  scope: 'none',
  payload: ofCourse,
  run: async (core, { courseId, tenantId }) => {
    const work = (scope: Scope) => movePortion(scope, ownerOf(scope), courseId)
    let count = BATCH_SIZE
    while (count === BATCH_SIZE) {
      count = await (tenantId === null
        ? core.db.platform(systemActor, work)
        : core.db.tenant(tenantId, systemActor, work))
    }
  },
})

/**
 * Moves all learners to the newest version: the first batch at once, the rest by a job, as the result says.
 * @throws not-found if there is no such course, or the scope may not write it
 */
export async function moveLearners(scope: Scope, courseId: string): Promise<CourseLearners> {
  const { title } = await lockCourse(scope, courseId)
  const before = await countLearners(scope, courseId)
  if (before.behind === 0) return before
  await movePortion(scope, ownerOf(scope), courseId)
  const left = await countLearners(scope, courseId)
  if (left.behind > 0) {
    const tenantId = scope.kind === 'tenant' ? scope.tenantId : null
    await scope.core.jobs.send(scope, movingLearners, { courseId, tenantId })
  }
  await record(scope, {
    action: 'course.learners-moved',
    category: 'system',
    description: `Let learners of the course ${title} go on with its newest version`,
    resource: 'course',
    resourceId: courseId,
    metadata: { learners: before.behind },
  })
  return left
}
