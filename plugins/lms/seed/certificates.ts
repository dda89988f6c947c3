import { z } from 'zod'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { issueCertificate } from '../certificates/server/issue-certificate.ts'

const selectCompletions = statement(
  z.object({
    tenantId: z.uuid(),
    userId: z.uuid(),
    courseId: z.uuid(),
    version: z.number().int(),
    cycle: z.number().int(),
    completedAt: z.string(),
  }),
  `select e.tenant_id as "tenantId", e.user_id as "userId", e.course_id as "courseId", e.version, e.cycle,
      e.completed_at as "completedAt"
    from lms_enrollments e
    where e.completed_at is not null and exists (select from lms_lesson_progress p
      where p.tenant_id = e.tenant_id and p.enrollment_id = e.id and p.cycle = e.cycle and p.how = 'checked')
    order by e.completed_at desc, e.id`,
)

/** Seeds certificates of the demo's completions, as if each was issued with its completion. */
export async function seedCertificates(scope: PlatformScope): Promise<void> {
  for (const completion of await scope.rows(selectCompletions)) {
    await issueCertificate(scope, { ...completion, isChecked: true })
  }
}
