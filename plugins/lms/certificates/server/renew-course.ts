import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf } from '#core/server/database/row-policy.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError } from '#core/server/errors.ts'
import { enrollment, type Enrollment } from '../../delivery/catalog/contract.ts'
import { updateProgress } from '../../delivery/catalog/server/update-progress.ts'
import { enrollmentColumns } from '../../delivery/catalog/server/enrollment.ts'
import { logLearning } from '../../delivery/catalog/server/learning-log.ts'
import { listCourseCertificates } from './list-certificates.ts'

// The second of two concurrent calls finds the next cycle begun, and nothing to renew.
const updateCycle = statement(
  z.object({ id: z.uuid() }),
  `update lms_enrollments e set cycle = e.cycle + 1, completed_at = null, last_activity_at = $now,
      -- The newest version, while the course is still listed.
      version = case when c.status = 'published' and c.deleted_at is null then c.version else e.version end
    from lms_courses c
    where c.owner = e.course_id_owner and c.id = e.course_id and e.tenant_id = $tenantId and e.user_id = $caller
      and e.course_id = $courseId and e.completed_at is not null
    returning e.id`,
)

const selectEnrollment = statement(
  enrollment,
  `select ${enrollmentColumns} from lms_enrollments e where e.tenant_id = $tenantId and e.id = $id`,
)

/**
 * Begins the next cycle of the caller's enrollment: every lesson has to be completed again, in the newest version, and the
 * earlier progress stays on record. The certificate stays valid until it expires.
 * @throws certificate.not-expiring (409) if none expires soon or has expired
 */
export async function renewCourse(scope: TenantScope, courseId: string): Promise<Enrollment> {
  const asked = { tenantId: scope.tenantId, caller: callerOf(scope).caller ?? null, courseId }
  const { canRenew } = await listCourseCertificates(scope, courseId)
  const now = scope.core.clock.now().toISOString()
  const [next] = canRenew ? await scope.rows(updateCycle, { ...asked, now }) : []
  if (!next) {
    throw new AppError('certificate.not-expiring', 409, 'There is no certificate of this course that expires soon.')
  }
  await updateProgress(scope, [next.id])
  await logLearning(scope, 'renewed', [next.id])
  const [counted] = await scope.rows(selectEnrollment, { tenantId: scope.tenantId, id: next.id })
  if (!counted) throw new Error('An enrollment that was renewed is there')
  return counted
}
