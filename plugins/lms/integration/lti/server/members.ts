import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { ownersRead } from '#core/server/database/catalogue.ts'
import { statement } from '#core/server/database/statement.ts'
import type { ExternalTool } from '../../../authoring/tools/contract.ts'
import { isVisibleWork } from '../../../shared/server/seen-work.ts'
import { pickIdentity } from './claims.ts'
import { listLineItems } from './line-items.ts'
import { LtiRefusal } from './refusal.ts'
import { roleNames } from './vocabulary.ts'

const selectCourse = statement(
  z.object({ title: z.string() }),
  'select title from lms_courses where owner = any ($owners) and id = $courseId',
)

// The learners that an instructor sees: no staff, and no account that is deactivated.
const learners = `from lms_enrollments e join users u on u.tenant_id = e.tenant_id and u.id = e.user_id
    where e.tenant_id = $tenantId and e.course_id = $courseId and u.is_active and ${isVisibleWork('instructor', 'e.user_id')}`

const insertSubjects = statement(
  `insert into lms_lti_subjects (tool_id, user_id) select $toolId::uuid, e.user_id ${learners}
    on conflict (tenant_id, tool_id, user_id) do nothing`,
)

const selectMembers = statement(
  z.object({ subject: z.uuid(), firstName: z.string(), lastName: z.string(), email: z.string().nullable() }),
  `select b.id as subject, m.first_name as "firstName", m.last_name as "lastName", m.email
    from (select e.user_id, u.first_name, u.last_name, u.email ${learners}) m
      join lms_lti_subjects b on b.tenant_id = $tenantId and b.tool_id = $toolId and b.user_id = m.user_id
    order by b.id limit $most offset $offset`,
)

/**
 * Lists the learners of a course in which the tool has a lesson, with what an admin has chosen to share; one more than the
 * limit where more follow.
 * @throws LtiRefusal 404
 */
export async function listMembers(
  scope: TenantScope,
  tool: ExternalTool,
  courseId: string,
  { limit, offset }: { limit: number; offset: number },
) {
  const [course] = await scope.rows(selectCourse, { owners: ownersRead(scope), courseId })
  const lessons = await listLineItems(scope, tool, courseId)
  if (!course || lessons.length === 0) throw new LtiRefusal(404, 'not_found')
  // No caller is left out, as an instructor would be from the own work.
  const asked = { tenantId: scope.tenantId, courseId, caller: null, toolId: tool.id }
  await scope.rows(insertSubjects, asked)
  const found = await scope.rows(selectMembers, { ...asked, most: limit + 1, offset })
  const members = found.map(({ subject, ...person }) => ({
    status: 'Active',
    user_id: subject,
    roles: [roleNames.learner],
    ...pickIdentity(tool, person),
  }))
  return { title: course.title, members }
}
