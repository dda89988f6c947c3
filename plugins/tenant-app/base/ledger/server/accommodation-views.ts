import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { recordView } from './views.ts'

const selectStudentOfUser = statement(
  z.object({ id: z.uuid() }),
  'select id from students where tenant_id = $tenantId and user_id = $userId limit 1',
)

/**
 * Records that the caller opens a user's accommodations, in the transaction that reads them. For a student's user, the entry
 * belongs to the student's record, which guardians read.
 * @throws invalid at `words` for platform staff without a reason
 */
export async function recordAccommodationsView(
  scope: TenantScope,
  { userId, words }: { userId: string; words: string },
): Promise<void> {
  const [student] = await scope.rows(selectStudentOfUser, { tenantId: scope.tenantId, userId })
  const reason = { reason: null, words }
  await recordView(scope, { studentId: student?.id ?? null, personId: userId, what: 'accommodations', reason })
}
