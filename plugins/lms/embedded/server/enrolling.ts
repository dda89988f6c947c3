import { z } from 'zod'
import type { Core } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { counted } from '#core/server/words.ts'
import type { Performing } from './performing.ts'

const listed = statement(
  `insert into lms_embedded_items (run_id, position, subject_id, organization_id, label)
    select $runId, row_number() over (order by name, id), id, id, name from tenants where status in ('active', 'trial')`,
)

// Courses that come before others are left to the learner: who may not begin one yet is enrolled when they may.
const due = `from lms_course_rules r
    join lms_courses c on c.owner = r.course_id_owner and c.id = r.course_id
      and c.status = 'published' and c.deleted_at is null
    join users u on u.tenant_id = r.tenant_id and u.is_active and (
      (u.role = 'instructor' and r.required_for in ('instructors', 'everybody'))
      or (u.role = 'student' and r.required_for in ('students', 'everybody'))
      or (u.role = 'parent' and r.required_for in ('families', 'everybody')))
   where r.tenant_id = $tenantId and not r.is_hidden
     and not exists (select from lms_enrollments e
       where e.tenant_id = r.tenant_id and e.user_id = u.id and e.course_id = c.id)
     and not exists (select from lms_course_requirements q
       where q.owner = c.owner and q.course_id = c.id and not exists (select from lms_enrollments e
         where e.tenant_id = r.tenant_id and e.user_id = u.id and e.course_id = q.required_id
           and e.completed_at is not null))`

const missing = statement(
  z.object({ people: z.number().int(), courses: z.number().int() }),
  `select count(distinct u.id)::int as people, count(distinct c.id)::int as courses ${due}`,
)
const enrolled = statement(
  `insert into lms_enrollments (user_id, course_id, version, enrolled_at)
    select u.id, c.id, c.version, $now::timestamptz ${due}
    on conflict (tenant_id, user_id, course_id) do nothing`,
)

/** In the built-in LMS people are learners already: each organization's are enrolled in what is required of them. */
export const syncBuiltIn = (core: Core, run: { id: string; isDryRun: boolean }): Performing => ({
  list: async () => {
    await core.db.platform(systemActor, (scope) => scope.rows(listed, { runId: run.id }))
  },
  perform: async ({ organizationId }) => {
    if (organizationId === null) throw notFound('Organization')
    return core.db.tenant(organizationId, systemActor, async (scope) => {
      const asked = { tenantId: organizationId, now: scope.core.clock.now().toISOString() }
      const [{ people, courses } = { people: 0, courses: 0 }] = await scope.rows(missing, asked)
      if (people === 0) return { outcome: 'same', reason: 'Everybody is enrolled in what is required of them.' }
      if (!run.isDryRun) await scope.rows(enrolled, asked)
      const what = `${counted(people, 'person', 'people')} in ${counted(courses, 'course')}`
      return { outcome: 'updated', reason: run.isDryRun ? `Would enroll ${what}.` : `Enrolled ${what}.` }
    })
  },
  done: 'Organizations',
})
