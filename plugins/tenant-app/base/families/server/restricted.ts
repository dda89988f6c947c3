import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'

const selectIsRestricted = statement(
  z.object({ isRestricted: z.boolean() }),
  `select exists (select from parent_students
    where tenant_id = $tenantId and parent_id = $userId and is_restricted) as "isRestricted"`,
)

/** Tells whether a guardian is restricted for one of their children: they get no notification about any child. */
export async function isRestrictedGuardian(scope: TenantScope, userId: string): Promise<boolean> {
  const [found] = await scope.rows(selectIsRestricted, { tenantId: scope.tenantId, userId })
  return found?.isRestricted ?? false
}
