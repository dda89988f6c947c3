import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { forbidden } from '#core/server/errors.ts'
import { seal, unseal } from '#core/server/secrets.ts'
import { originOf } from '#core/server/tenancy/origin.ts'
import { isAdmin } from '../../../shared/server/roles.ts'
import type { CalendarFeed } from '../contract.ts'

type Whose = CalendarFeed['of']

export const hashOfToken = (token: string) => createHash('sha256').update(token).digest()

const selectFeeds = statement(
  z.object({
    userId: z.uuid().nullable(),
    sealedToken: z.instanceof(Buffer),
    createdAt: z.string(),
    lastUsedAt: z.string().nullable(),
    subdomain: z.string(),
  }),
  `select f.user_id as "userId", f.sealed_token as "sealedToken", f.created_at as "createdAt",
      f.last_used_at as "lastUsedAt", t.subdomain
    from calendar_feeds f join tenants t on t.id = f.tenant_id where f.user_id is null or f.user_id = $caller`,
)

/** Lists the caller's own feed and, for admins, the organization's, even without a URL. */
export async function listFeeds(scope: TenantScope): Promise<CalendarFeed[]> {
  const found = await scope.rows(selectFeeds, { caller: scope.actor.user?.id })
  const whose: Whose[] = [
    ...(isOwn(scope) ? (['me'] as const) : []),
    ...(isAdmin(scope) ? ['organization' as const] : []),
  ]
  return whose.map((of) => {
    const feed = found.find(({ userId }) => (userId === null) === (of === 'organization'))
    if (!feed) return { of, url: null, createdAt: null, lastUsedAt: null }
    const { sealedToken, subdomain, createdAt, lastUsedAt } = feed
    const token = unseal(scope.core.env.sessionKey, sealedToken)
    const url = token === undefined ? null : `${originOf(scope.core.env, subdomain)}/api/calendar/${token}.ics`
    return { of, url, createdAt, lastUsedAt }
  })
}

const upsertFeed = statement(
  z.object({ id: z.uuid() }),
  `insert into calendar_feeds (user_id, token_hash, sealed_token, created_at) values ($userId, $hash, $sealed, $now)
    on conflict (tenant_id, user_id) do update set token_hash = excluded.token_hash,
      sealed_token = excluded.sealed_token, created_at = excluded.created_at, last_used_at = null
    returning id`,
)

/** Creates a calendar's URL; the previous one stops working. @throws forbidden to visitors, who have no calendar here */
export async function renewFeed(scope: TenantScope, of: Whose): Promise<CalendarFeed> {
  const token = randomBytes(32).toString('base64url')
  const [feed] = await scope.rows(upsertFeed, {
    userId: userOf(scope, of),
    hash: hashOfToken(token),
    sealed: seal(scope.core.env.sessionKey, token),
    now: scope.core.clock.now(),
  })
  await recordFeed(scope, of, 'renewed', feed?.id)
  const renewed = (await listFeeds(scope)).find((one) => one.of === of)
  if (!renewed) throw new Error('A feed that was just renewed is not listed')
  return renewed
}

const deleteFeed = statement(
  z.object({ id: z.uuid() }),
  'delete from calendar_feeds where user_id is not distinct from $userId returning id',
)

/** Revokes a calendar's URL, which stops working at once. @throws forbidden to visitors, who have no calendar here */
export async function revokeFeed(scope: TenantScope, of: Whose): Promise<void> {
  const [feed] = await scope.rows(deleteFeed, { userId: userOf(scope, of) })
  if (feed) await recordFeed(scope, of, 'revoked', feed.id)
}

/** Super admins are visitors: their own feed belongs to no organization. */
const isOwn = ({ actor, tenantId }: TenantScope) => actor.user?.tenantId === tenantId

function userOf(scope: TenantScope, of: Whose): string | null {
  if (of === 'organization') return null
  if (!isOwn(scope) || !scope.actor.user)
    throw forbidden('Only people of the organization have a calendar of their own')
  return scope.actor.user.id
}

async function recordFeed(
  scope: TenantScope,
  of: Whose,
  act: 'renewed' | 'revoked',
  id: string | undefined,
): Promise<void> {
  const whose = of === 'me' ? 'the own calendar' : 'the organization’s calendar'
  await record(scope, {
    action: `calendar-feed.${act}`,
    category: 'security',
    description: act === 'renewed' ? `Made an address for ${whose}` : `Took back the address of ${whose}`,
    resource: 'calendar-feed',
    ...(id !== undefined && { resourceId: id }),
  })
}
