import { z } from 'zod'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { createUser } from '#core/server/identity/users.ts'

const selectFullClubs = statement(
  z.object({ tenantId: z.string(), subdomain: z.string(), passwordHash: z.string() }),
  `select t.id as "tenantId", t.subdomain, u.password_hash as "passwordHash"
     from subscriptions s join subscription_plans p on p.id = s.plan_id and p.name = 'club'
     join tenants t on t.id = s.tenant_id
     join users u on u.tenant_id = t.id and u.role = 'tenant_admin' and u.is_active
    where s.pending_upgrade_plan_id is null order by t.id limit 1`,
)

/** Adds an instructor to the demo's club, whose plan is full: the upgrade to the next one is announced. */
export async function outgrowPlan(scope: PlatformScope): Promise<void> {
  const [club] = await scope.rows(selectFullClubs)
  if (!club) return
  await createUser(scope, {
    tenantId: club.tenantId,
    email: `rosalind.park@${club.subdomain}.example`,
    firstName: 'Rosalind',
    lastName: 'Park',
    role: 'instructor',
    password: { hash: club.passwordHash },
  })
}
