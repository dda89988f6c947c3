import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { getLocalDay } from '../../../shared/server/time-zone.ts'
import { listConsentingStudents } from './has-consent.ts'

/** Age in years from which students' names need no guardian's consent. */
const ADULT_AGE_YEARS = 18

const selectOwnStudent = statement(
  z.object({ id: z.uuid(), isOfAge: z.boolean() }),
  `select id, coalesce(date_of_birth + interval '${ADULT_AGE_YEARS} years' <= $today::date, false) as "isOfAge"
    from students where tenant_id = $tenantId and user_id = $userId`,
)

/**
 * Reports whether the public may read the full name of a user with a student's account: guardians allow it, or the student is
 * of age by a known birthday.
 */
export async function mayBeNamed(scope: TenantScope, userId: string): Promise<boolean> {
  const today = await getLocalDay(scope)
  const found = await scope.rows(selectOwnStudent, { tenantId: scope.tenantId, userId, today })
  if (found.length === 0) return false
  const ids = found.filter(({ isOfAge }) => !isOfAge).map(({ id }) => id)
  return (await listConsentingStudents(scope, ids, 'full-name')).size === ids.length
}
