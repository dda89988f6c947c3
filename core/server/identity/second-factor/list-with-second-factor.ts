import type { TenantScope } from '../../core.ts'
import { asOperator } from '../../database/scope.ts'

/** Lists the given users of the scope's organization who have set up two-step verification. */
export async function listWithSecondFactor(
  scope: TenantScope,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await asOperator(
    scope,
    `select u.id from users u where u.tenant_id = $1 and u.id = any($2::uuid[]) and u.is_active and (
      exists (select from authenticator_apps a where a.user_id = u.id)
      or exists (select from passkeys p where p.user_id = u.id))`,
    [scope.tenantId, userIds],
  )
  return new Set(rows.map(({ id }) => String(id)))
}
