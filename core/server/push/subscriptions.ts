import { ECDH } from 'node:crypto'
import { z } from 'zod'
import { MAX_PUSH_DEVICES, type PushSubscriptionKeys } from '#core/contract/push.ts'
import { record } from '../audit.ts'
import type { TenantScope } from '../core.ts'
import { statement } from '../database/statement.ts'
import { invalidField } from '../errors.ts'
import { CURVE } from './encrypt.ts'
import { endpointProblem } from './transport.ts'

const selectOwner = statement(
  z.object({ userId: z.uuid() }),
  'select user_id as "userId" from push_subscriptions where endpoint = $endpoint',
)

// Each load of a page confirms its device, which writes a row where something differs, and once a day.
const upsertSubscription = statement(
  z.object({ id: z.uuid() }),
  `insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, user_agent, created_at, used_at)
      values ($userId, $sessionId::uuid, $endpoint, $p256dh, $auth, $userAgent, $now, $now)
    on conflict (tenant_id, endpoint) do update set user_id = excluded.user_id, session_id = excluded.session_id,
      p256dh = excluded.p256dh, auth = excluded.auth, user_agent = excluded.user_agent, used_at = excluded.used_at
      where (push_subscriptions.user_id, push_subscriptions.session_id, push_subscriptions.p256dh,
          push_subscriptions.auth, push_subscriptions.user_agent)
        is distinct from (excluded.user_id, excluded.session_id, excluded.p256dh, excluded.auth, excluded.user_agent)
        or push_subscriptions.used_at < excluded.used_at - interval '1 day'
    returning id`,
)

const deleteOldest = statement(
  `delete from push_subscriptions where id in (select id from push_subscriptions
    where user_id = $userId and id <> $id order by used_at desc, id desc offset ${MAX_PUSH_DEVICES - 1})`,
)

/**
 * Turns on notifications on the caller's device; those of another user who was signed in there end.
 * @throws invalid for an address that is not https on the public internet, or keys that are none
 */
export async function savePushSubscription(scope: TenantScope, given: PushSubscriptionKeys): Promise<void> {
  const { actor, core } = scope
  const { endpoint, p256dh, auth } = given
  const problem = endpointProblem(endpoint, core.env.pushAllowPrivate)
  if (problem !== undefined) throw invalidField('endpoint', problem)
  if (!isPoint(p256dh)) throw invalidField('p256dh', 'Not a key of a browser')
  if (Buffer.from(auth, 'base64url').length !== 16) throw invalidField('auth', 'Not a secret of a browser')
  const userId = actor.user?.id ?? null
  const [owner] = await scope.rows(selectOwner, { endpoint })
  const [saved] = await scope.rows(upsertSubscription, {
    userId,
    endpoint,
    p256dh,
    auth,
    sessionId: actor.sessionId ?? null,
    userAgent: (actor.userAgent ?? '').slice(0, 500),
    now: core.clock.now(),
  })
  if (owner?.userId === userId) return
  await scope.rows(deleteOldest, { userId, id: saved?.id ?? null })
  await recordDevice(scope, 'push.turned-on', 'Turned on notifications on a device')
}

function isPoint(key: string): boolean {
  try {
    return ECDH.convertKey(key, CURVE, 'base64url', 'hex', 'uncompressed').length === 130
  } catch {
    return false
  }
}

const deleteOwn = statement(
  z.object({ id: z.uuid() }),
  'delete from push_subscriptions where endpoint = $endpoint and user_id = $userId returning id',
)

/** Turns off notifications on a device of the caller. */
export async function endPushSubscription(scope: TenantScope, { endpoint }: { endpoint: string }): Promise<void> {
  const ended = await scope.rows(deleteOwn, { endpoint, userId: scope.actor.user?.id ?? null })
  if (ended.length > 0) await recordDevice(scope, 'push.turned-off', 'Turned off notifications on a device')
}

async function recordDevice(scope: TenantScope, action: 'push.turned-on' | 'push.turned-off', description: string) {
  const { user } = scope.actor
  await record(scope, {
    action,
    category: 'account',
    description,
    resource: 'user',
    ...(user && { resourceId: user.id }),
  })
}
