import { z } from 'zod'
import type { Role } from '#core/contract/roles.ts'
import type { Scope } from '../core.ts'
import { statement } from '../database/statement.ts'
import { invalidField } from '../errors.ts'

const lock = statement(`select pg_advisory_xact_lock(hashtextextended('identity.admins:' || $1::text, 0))`)

const countAdmins = statement(
  z.object({ others: z.number(), isOne: z.boolean() }),
  `select count(*) filter (where id <> $2) as others, count(*) filter (where id = $2) > 0 as "isOne" from users
    where tenant_id = $1 and role = 'tenant_admin' and is_active and password_hash is not null`,
)

const existsEmergency = statement(
  z.object({ name: z.string() }),
  'select name from sso_providers where tenant_id = $1 and is_only_way and emergency_admin_id = $2',
)

/**
 * Ensures that an organization keeps an active admin who can sign in. Call it in the transaction that takes an admin
 * away, before it does: the lock until the commit makes the second of two who deactivate each other see the first.
 * The emergency admin of an organization that signs in by single sign-on only stays too.
 * @throws invalid at `field` where there is no other one
 */
export async function requireOtherAdmin(
  scope: Scope,
  { id, tenantId, role }: { id: string; tenantId: string | null; role: Role },
  field: 'isActive' | 'role' | 'id',
): Promise<void> {
  if (tenantId === null || role !== 'tenant_admin') return
  await scope.rows(lock, [tenantId])
  const [row] = await scope.rows(countAdmins, [tenantId, id])
  if (row?.isOne && row.others === 0) {
    throw invalidField(field, 'This is the only active admin of the organization. Add another one first.')
  }
  const [emergency] = await scope.rows(existsEmergency, [tenantId, id])
  if (emergency) {
    throw invalidField(
      field,
      `This is the emergency admin while ${emergency.name} is the only way to sign in. Choose another one first.`,
    )
  }
}
