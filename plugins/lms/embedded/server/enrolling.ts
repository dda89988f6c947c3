import { z } from 'zod'
import type { Core } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { countText } from '#core/server/texts.ts'
import { updateProgress } from '../../delivery/catalog/server/update-progress.ts'
import { logLearning } from '../../delivery/catalog/server/learning-log.ts'
import { hasOwnInstead, requiredOf } from '../../delivery/catalog/server/seen.ts'
import type { Performing } from './performing.ts'

const insertItems = statement(
  `insert into lms_embedded_items (run_id, position, subject_id, organization_id, label)
    select $runId, row_number() over (order by name, id), id, id, name from tenants where status in ('active', 'trial')`,
)

const audiencesOfRoles = Object.entries(requiredOf)
  .map(([role, audience]) => `('${role}', '${audience}')`)
  .join(', ')

// Same rule as in the catalog, where it applies to one user, here for each: required courses are open to them. Prerequisites
// are left to learners, who are enrolled once they may begin.
const missingEnrollments = `from lms_course_rules r
    join lms_courses c on c.owner = r.course_id_owner and c.id = r.course_id
      and c.status = 'published' and c.deleted_at is null
    join lms_course_versions v on v.owner = c.owner and v.course_id = c.id and v.number = c.version
    join (values ${audiencesOfRoles}) a (role, audience)
      on v.audience in (a.audience, 'everybody')
    join users u on u.tenant_id = r.tenant_id and u.is_active and u.role = a.role
      and (r.required_for in (a.audience, 'everybody') or exists (select from lms_project_leads l
        where l.tenant_id = r.tenant_id and l.user_id = u.id and l.project_id = any (r.project_ids)
          and l.leads_until > $now::timestamptz))
   where r.tenant_id = $tenantId and not r.is_hidden and not ${hasOwnInstead}
     and not exists (select from lms_enrollments e
       where e.tenant_id = r.tenant_id and e.user_id = u.id and e.course_id = c.id)
     and not exists (
       select from lms_course_requirements q
         join lms_courses p on p.owner = q.required_id_owner and p.id = q.required_id
           and p.status = 'published' and p.deleted_at is null
         left join lms_enrollments e on e.tenant_id = r.tenant_id and e.user_id = u.id and e.course_id = p.id
         join lms_course_versions w on w.owner = p.owner and w.course_id = p.id
           and w.number = coalesce(e.version, p.version) and w.audience in (a.audience, 'everybody')
         left join lms_course_rules x on x.tenant_id = r.tenant_id and x.course_id = p.id
        where q.owner = c.owner and q.course_id = c.id and e.completed_at is null
          and not coalesce(x.is_hidden, false))`

const countMissingEnrollments = statement(
  z.object({ people: z.number().int(), courses: z.number().int() }),
  `select count(distinct u.id)::int as people, count(distinct c.id)::int as courses ${missingEnrollments}`,
)
const insertEnrollments = statement(
  z.object({ id: z.uuid() }),
  `insert into lms_enrollments (user_id, course_id, version, enrolled_at)
    select u.id, c.id, c.version, $now::timestamptz ${missingEnrollments}
    on conflict (tenant_id, user_id, course_id) do nothing returning id`,
)

/** Enrolls each organization's users in their required courses: in the built-in LMS they are learners already. */
export const syncBuiltIn = (core: Core, run: { id: string; isDryRun: boolean }): Performing => ({
  list: async () => {
    await core.db.platform(systemActor, (scope) => scope.rows(insertItems, { runId: run.id }))
  },
  perform: async ({ organizationId }) => {
    if (organizationId === null) throw notFound('Organization')
    return core.db.tenant(organizationId, systemActor, async (scope) => {
      const asked = { tenantId: organizationId, now: scope.core.clock.now().toISOString() }
      const [{ people, courses } = { people: 0, courses: 0 }] = await scope.rows(countMissingEnrollments, asked)
      if (people === 0) return { outcome: 'same', reason: 'All learners are enrolled in their required courses.' }
      if (!run.isDryRun) {
        const ids = (await scope.rows(insertEnrollments, asked)).map(({ id }) => id)
        await logLearning(scope, 'enrolled', ids)
        await updateProgress(scope, ids)
      }
      const what = `${countText(people, 'person', 'people')} in ${countText(courses, 'course')}`
      return { outcome: 'updated', reason: run.isDryRun ? `Would enroll ${what}.` : `Enrolled ${what}.` }
    })
  },
  done: 'Organizations',
})
