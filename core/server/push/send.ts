import { z } from 'zod'
import { pushKinds, type PushKind } from '#core/contract/push.ts'
import type { TenantScope } from '../core.ts'
import { asPlatform } from '../database/scope.ts'
import { statement } from '../database/statement.ts'
import { prioritiesInTurn } from '../jobs/turns.ts'
import { deliverPush } from './deliver.ts'

/** Notification for a user, on each device where they are on. */
export interface NewPush {
  userId: string
  kind: PushKind
  /** Path of the page that a tap opens. */
  path: string
  /** Row of the sender, by which it finds what became of it. */
  sourceId?: string
}

/** Hours after which a notification that could not be delivered says nothing new. */
const LIFETIME_HOURS: Record<PushKind, number> = { urgent: 12, conversation: 24, announcement: 72 }

const insertPushes = statement(
  z.object({ id: z.uuid(), kind: z.enum(pushKinds) }),
  `insert into push_notifications (user_id, subscription_id, source_id, kind, path, created_at, expires_at)
    select s.user_id, s.id, o.source_id, o.kind, o.path, $now::timestamptz,
        $now::timestamptz + make_interval(hours => o.hours)
      from unnest($userIds::uuid[], $sourceIds::uuid[], $kinds::text[], $paths::text[], $hours::int[])
          o (user_id, source_id, kind, path, hours)
        join push_subscriptions s on s.user_id = o.user_id
    returning id, kind`,
)

const countPending = statement(
  z.object({ kind: z.enum(pushKinds), count: z.number() }),
  `select kind, count(*)::int as count from push_notifications where tenant_id = $tenantId and status = 'pending'
    group by kind`,
)

/** Stores notifications in the caller's transaction, one for each device; jobs deliver them after the commit. */
export async function sendPushes(scope: TenantScope, pushes: readonly NewPush[]): Promise<void> {
  if (pushes.length === 0) return
  const { core, tenantId } = scope
  const sent = await scope.rows(insertPushes, {
    now: core.clock.now(),
    userIds: pushes.map(({ userId }) => userId),
    sourceIds: pushes.map(({ sourceId }) => sourceId ?? null),
    kinds: pushes.map(({ kind }) => kind),
    paths: pushes.map(({ path }) => path),
    hours: pushes.map(({ kind }) => LIFETIME_HOURS[kind]),
  })
  if (sent.length === 0) return
  const pending = await scope.rows(countPending, { tenantId })
  const priorities = prioritiesInTurn(
    pushKinds,
    sent.map(({ kind }) => ({ kind, tenantId })),
    pending.map((row) => ({ ...row, tenantId })),
  )
  await core.jobs.sendAll(
    scope,
    deliverPush,
    sent.map(({ id }) => ({ notificationId: id })),
    { priorities },
  )
}

const updateToStopped = statement(
  z.object({ sourceId: z.uuid() }),
  `with stopped as (update push_notifications set status = 'stopped' where tenant_id = $tenantId and status = 'pending'
        and source_id = any ($sourceIds::uuid[]) returning source_id)
    select distinct s.source_id as "sourceId" from stopped s where not exists (select from push_notifications n
      where n.tenant_id = $tenantId and n.source_id = s.source_id and n.status = 'sent')`,
)

/** Stops notifications of the sender's rows that have not left. @returns the rows of which none has left on any device */
export async function stopPushes(scope: TenantScope, sourceIds: readonly string[]): Promise<string[]> {
  if (sourceIds.length === 0) return []
  const { tenantId } = scope
  const stopped = await asPlatform(scope, (platform) => platform.rows(updateToStopped, { tenantId, sourceIds }))
  return stopped.map(({ sourceId }) => sourceId)
}
