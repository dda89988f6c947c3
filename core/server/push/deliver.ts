import { z } from 'zod'
import { pushKinds, type PushKind } from '#core/contract/push.ts'
import type { Core } from '../core.ts'
import { statement } from '../database/statement.ts'
import { systemActor } from '../identity/actor.ts'
import { anyAttempt } from '../jobs/attempt.ts'
import { defineJob } from '../jobs/jobs.ts'
import { postOutgoing } from '../outgoing.ts'
import { encryptPush } from './encrypt.ts'
import { authorizePush, getPushKey } from './keys.ts'

const pending = z.object({
  kind: z.enum(pushKinds),
  path: z.string(),
  tenantId: z.uuid(),
  organization: z.string(),
  expiresAt: z.string(),
  endpoint: z.string().nullable(),
  p256dh: z.string().nullable(),
  auth: z.string().nullable(),
  subscriptionId: z.uuid().nullable(),
})
type Pending = z.infer<typeof pending>

// A user who was deactivated meanwhile gets nothing; the device of one who signed out is gone.
const selectPending = statement(
  pending,
  `select n.kind, n.path, n.tenant_id as "tenantId", t.name as organization, n.expires_at as "expiresAt", s.endpoint,
      s.p256dh, s.auth, s.id as "subscriptionId"
    from push_notifications n join tenants t on t.id = n.tenant_id
      left join users u on u.id = n.user_id and u.is_active
      left join push_subscriptions s on s.tenant_id = n.tenant_id and s.id = n.subscription_id and s.user_id = u.id
    where n.id = $notificationId and n.status = 'pending'`,
)

const updateNotification = statement(
  `update push_notifications set status = $status, attempts = attempts + 1, error = $error,
      sent_at = case when $status = 'sent' then $now::timestamptz end
    where id = $notificationId and status = 'pending'`,
)

const deleteSubscription = statement('delete from push_subscriptions where id = $subscriptionId')

/** Words for each kind. A lock screen shows them to all who see it: they name no one, and say nothing of the message. */
const texts: Record<PushKind, string> = {
  urgent: 'Urgent message',
  conversation: 'New message',
  announcement: 'New announcement',
}

const urgencies: Record<PushKind, string> = { urgent: 'high', conversation: 'normal', announcement: 'normal' }

const MAX_RETRIES = 12
/** Notifications that a node hands over concurrently. */
const CONCURRENCY = 4
/** Seconds between two tries that a push service may ask for. */
const MAX_DELAY_SECONDS = 3600

type Outcome =
  | { status: 'sent' | 'failed'; error?: string; isGone?: boolean }
  | { status: 'pending'; error: string; delay: number | undefined }

/** Hands one notification to the push service of a device; where the device is gone, its subscription is deleted. */
export const deliverPush = defineJob({
  name: 'push.deliver',
  scope: 'none',
  payload: z.object({ notificationId: z.uuid() }),
  retries: MAX_RETRIES,
  concurrency: CONCURRENCY,
  run: async (core, { notificationId }, attempt) => {
    const [found] = await core.db.platform(systemActor, (scope) => scope.rows(selectPending, { notificationId }))
    if (!found) return
    const tried = await tryToDeliver(core, found, notificationId)
    const isGivenUp = tried.status === 'pending' && tried.delay === undefined && attempt.number >= MAX_RETRIES
    const outcome: Outcome = isGivenUp ? { status: 'failed', error: tried.error } : tried
    await anyAttempt(() => note(core, { notificationId, found, outcome }))
    if (outcome.status === 'pending' && outcome.delay === undefined) throw new Error(outcome.error)
  },
})

async function tryToDeliver(core: Core, found: Pending, notificationId: string): Promise<Outcome> {
  const { endpoint, p256dh, auth, kind, path, organization: title } = found
  const now = core.clock.now()
  const left = Math.floor((Date.parse(found.expiresAt) - now.getTime()) / 1000)
  if (endpoint === null || p256dh === null || auth === null)
    return { status: 'failed', error: 'The device no longer gets notifications' }
  if (left <= 0) return { status: 'failed', error: 'It expired before the push service took it' }
  const text = JSON.stringify({ title, body: texts[kind], path, tag: path })
  const body = encryptPush(text, { p256dh, auth })
  const headers = {
    authorization: await authorizePush(core, await getPushKey(core), new URL(endpoint)),
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    ttl: String(left),
    urgency: urgencies[kind],
    // A node that dies before it notes a hand-over repeats it; a device that was offline then gets the last one alone.
    topic: topicOf(notificationId),
  }
  try {
    const answer = await postOutgoing(endpoint, body, headers, { allowPrivate: core.env.pushAllowPrivate, now })
    return outcomeOf(core, answer, new URL(endpoint).host)
  } catch (error) {
    return { status: 'pending', error: `No answer: ${(error as Error).message}`, delay: undefined }
  }
}

/** Name by which a push service knows a notification that it is given twice; at most 32 characters. */
const topicOf = (notificationId: string) => notificationId.replaceAll('-', '')

function outcomeOf(core: Core, answer: { status: number; retryAfter: number | undefined }, host: string): Outcome {
  const { status, retryAfter } = answer
  const error = `The push service answered ${status}`
  if (status >= 200 && status < 300) return { status: 'sent' }
  if (status === 404 || status === 410) return { status: 'failed', error, isGone: true }
  if (status === 429 || status >= 500)
    return { status: 'pending', error, delay: retryAfter && Math.min(retryAfter, MAX_DELAY_SECONDS) }
  // A wrong key or clock, or a redirect: another try would end the same way.
  core.log.error({ host, status }, 'a push service refuses notifications of this platform')
  return { status: 'failed', error }
}

interface Noted {
  notificationId: string
  found: Pending
  outcome: Outcome
}

async function note(core: Core, { notificationId, found, outcome }: Noted): Promise<void> {
  await core.db.platform(systemActor, async (scope) => {
    const error = outcome.error?.slice(0, 200) ?? null
    await scope.rows(updateNotification, { notificationId, status: outcome.status, error, now: core.clock.now() })
    if (outcome.status === 'pending' && outcome.delay !== undefined)
      await core.jobs.send(scope, deliverPush, { notificationId }, { delay: outcome.delay, tenantId: found.tenantId })
    if ('isGone' in outcome && outcome.isGone)
      await scope.rows(deleteSubscription, { subscriptionId: found.subscriptionId })
  })
}
