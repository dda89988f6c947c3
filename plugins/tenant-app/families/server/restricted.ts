import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'

const restricted = statement(
  z.object({ isRestricted: z.boolean() }),
  `select exists (select from parent_students
    where tenant_id = $tenantId and parent_id = $userId and is_restricted) as "isRestricted"`,
)

/** Whether somebody is kept from one of their children: such people are told nothing that may concern a child. */
export async function isRestrictedGuardian(scope: TenantScope, userId: string): Promise<boolean> {
  const [found] = await scope.rows(restricted, { tenantId: scope.tenantId, userId })
  return found?.isRestricted ?? false
}
