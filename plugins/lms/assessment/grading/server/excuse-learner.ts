import { z } from 'zod'
import { record, referTo } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { AppError, invalidField } from '#core/server/errors.ts'
import { excuse } from '../../../delivery/learning/server/results.ts'
import { getKind } from '../../../authoring/lessons/kinds/contract.ts'
import { getPublishedCourse } from '../../../authoring/versions/server/published.ts'
import { isVisibleWork } from '../../../shared/server/seen-work.ts'

const selectLearner = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    z.object({
      enrollmentId: z.uuid(),
      cycle: z.number().int(),
      versionId: z.uuid(),
      name: z.string(),
      hasWork: z.boolean(),
    }),
    `select e.id as "enrollmentId", e.cycle, v.id as "versionId", btrim(u.first_name || ' ' || u.last_name) as name,
        exists (select from lms_work w where w.tenant_id = e.tenant_id and w.lesson_id = $lessonId and w.cycle = e.cycle
          and w.course_id = e.course_id and (w.user_id = e.user_id or e.user_id = any (w.team_ids))) as "hasWork"
      from lms_enrollments e join users u on u.tenant_id = e.tenant_id and u.id = e.user_id
        join lms_course_versions v on v.owner = e.course_id_owner and v.course_id = e.course_id and v.number = e.version
      where e.tenant_id = $tenantId and e.course_id = $courseId and e.user_id = $userId
        and ${isVisibleWork(viewer, 'e.user_id')}
      for update of e`,
  ),
)

interface Excused {
  courseId: string
  lessonId: string
  userId: string
}

/**
 * Excuses a learner from a lesson for which they have submitted nothing.
 * @throws invalid (400) at `userId` or `lessonId`, grading.handed-in (409) if they have submitted work
 */
export async function excuseLearner(scope: TenantScope, { courseId, lessonId, userId }: Excused): Promise<void> {
  const asked = { ...callerOf(scope), tenantId: scope.tenantId, courseId, lessonId, userId }
  const [learner] = await scope.rows(selectLearner({ viewer: viewerOf(scope) }), asked)
  if (!learner) throw invalidField('userId', 'No learner of this course')
  const course = await getPublishedCourse(scope, learner.versionId)
  const lesson = course.byId.get(lessonId)
  if (!lesson) throw invalidField('lessonId', 'Not a lesson of this course')
  if (learner.hasWork) {
    throw new AppError('grading.handed-in', 409, 'There is a submission: excuse the learner on its grading page.')
  }
  // The lesson's own details do not matter for an excuse: defaults do.
  const kind = getKind(lesson.contentType)
  await excuse(scope, { lessonId, kind, details: kind.details.parse({}) }, [learner])
  await record(scope, {
    action: 'grade.excused',
    category: 'system',
    description: `Excused ${referTo('user', userId)} from ${lesson.title} of the course ${course.title}`,
    resource: 'course',
    resourceId: courseId,
    metadata: { lessonId, userId },
  })
}
