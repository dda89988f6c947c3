import { z } from 'zod'
import type { Attention } from '#core/contract/attention.ts'
import { MAX_ATTENTION } from '#core/server/attention.ts'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { IDLE_DAYS } from '../contract.ts'

const selectIdleOrganizations = statement(
  z.object({ id: z.string(), name: z.string(), createdAt: z.string(), lastSignInAt: z.string().nullable() }),
  // Checks organizations one by one by the index of sign-ins, until enough are found; analytics counts them all.
  `select t.id, t.name, t.created_at as "createdAt", last.at as "lastSignInAt"
    from tenants t cross join lateral (select max(u.last_login_at) as at from users u where u.tenant_id = t.id) last
    where t.status in ('active', 'trial') and t.created_at < $since and (last.at is null or last.at < $since)
    order by t.created_at desc, t.id desc limit ${MAX_ATTENTION}`,
)

/** Active organizations without a sign-in for a month, the newest first. */
export async function idleOrganizationsAttention(scope: PlatformScope): Promise<Attention[]> {
  const since = new Date(scope.core.clock.now().getTime() - IDLE_DAYS * 86_400_000).toISOString()
  const found = await scope.rows(selectIdleOrganizations, { since })
  return found.map(({ id, name, createdAt, lastSignInAt }) => ({
    id: `idle-${id}`,
    tone: 'blue',
    label: 'Not come back',
    name,
    words: lastSignInAt ? 'No sign-ins since' : 'No sign-ins yet. Created',
    at: lastSignInAt ?? createdAt,
    href: `/tenants?search=${encodeURIComponent(JSON.stringify(name))}`,
  }))
}
