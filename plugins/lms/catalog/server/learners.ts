import { z } from 'zod'
import { record } from '#core/server/audit.ts'
import type { Scope } from '#core/server/core.ts'
import { ownerOf } from '#core/server/database/catalogue.ts'
import { statement } from '#core/server/database/statement.ts'
import { getCourse } from '../../courses/server/courses.ts'
import { holdCourse } from '../../courses/server/outline.ts'
import { settle } from './counting.ts'
import { keepInLog } from './learning-log.ts'
import { courseLearners, type CourseLearners } from '../learners-contract.ts'

// Of a course of the platform those of all organizations.
const counted = statement(
  courseLearners,
  `select count(*)::int as total, (count(*) filter (where e.version < c.version))::int as behind
    from lms_enrollments e join lms_courses c on c.owner = e.course_id_owner and c.id = e.course_id
    where e.course_id_owner = $owner and e.course_id = $courseId`,
)

/** @throws not-found where the scope may write no such course */
export async function countLearners(scope: Scope, courseId: string): Promise<CourseLearners> {
  await getCourse(scope, courseId)
  const [found] = await scope.rows(counted, { owner: ownerOf(scope), courseId })
  if (!found) throw new Error('A count always answers one row')
  return found
}

const moved = statement(
  z.object({ id: z.uuid() }),
  `update lms_enrollments e set version = c.version from lms_courses c
    where c.owner = e.course_id_owner and c.id = e.course_id and e.version < c.version
      and e.course_id_owner = $owner and e.course_id = $courseId returning e.id`,
)

/** Everybody goes on with the newest version. @throws not-found where the scope may write no such course */
export async function moveLearners(scope: Scope, courseId: string): Promise<CourseLearners> {
  const { title } = await holdCourse(scope, courseId)
  const learners = await scope.rows(moved, { owner: ownerOf(scope), courseId })
  const count = learners.length
  if (count > 0) {
    const ids = learners.map(({ id }) => id)
    await keepInLog(scope, 'moved', ids)
    await settle(scope, ids)
    await record(scope, {
      action: 'course.learners-moved',
      category: 'system',
      description: `Let learners of the course ${title} go on with its newest version`,
      resource: 'course',
      resourceId: courseId,
      metadata: { learners: count },
    })
  }
  return countLearners(scope, courseId)
}
