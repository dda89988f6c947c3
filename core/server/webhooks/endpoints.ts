import { z } from 'zod'
import { MAX_WEBHOOKS, SECRET_OVERLAP_HOURS, webhook, type NewWebhook, type Webhook } from '#core/contract/webhooks.ts'
import { changedFields, record } from '../audit.ts'
import type { TenantScope } from '../core.ts'
import { asPlatform } from '../database/scope.ts'
import { statement } from '../database/statement.ts'
import { AppError, invalidField, notFound } from '../errors.ts'
import { addressProblem, type AddressProblem } from '../outgoing.ts'
import { seal } from '../secrets.ts'
import { nextVersion, refuseOutdated } from '../versions.ts'
import { updateToSkipped } from './disable.ts'
import { makeWebhookSecret } from './sign.ts'
import { WEBHOOKS_TOPIC } from './topic.ts'
import { TEST_TYPE, webhookEventsOf } from './webhook-events.ts'

const columns = `e.id, e.url, e.description, e.types, e.includes_names as "includesNames", e.is_active as "isActive",
  e.disabled_reason as "disabledReason", e.failing_since as "failingSince",
  case when e.previous_secret_until > $now::timestamptz then e.previous_secret_until end as "previousSecretUntil",
  (select count(*) from webhook_deliveries d where d.endpoint_id = e.id and d.status = 'pending')::int as waiting,
  e.created_at as "createdAt", e.updated_at as "updatedAt"`

const selectWebhooks = statement(
  webhook,
  `select ${columns} from webhook_endpoints e order by e.created_at, e.id limit ${MAX_WEBHOOKS}`,
)

const selectWebhook = statement(webhook, `select ${columns} from webhook_endpoints e where e.id = $id`)

export const listWebhooks = (scope: TenantScope): Promise<Webhook[]> =>
  scope.rows(selectWebhooks, { now: scope.core.clock.now() })

/** @throws not-found */
export async function getWebhook(scope: TenantScope, id: string): Promise<Webhook> {
  const [found] = await scope.rows(selectWebhook, { id, now: scope.core.clock.now() })
  if (!found) throw notFound('Webhook')
  return found
}

const addressProblems: Record<AddressProblem, string> = {
  malformed: 'Enter an address like https://example.org/webhooks, without a user name',
  'not-https': 'The address has to begin with https://',
  private: 'The address has to be on the public internet',
}

function checkInput({ core }: TenantScope, { url, types }: NewWebhook, known: readonly string[] = []): void {
  const problem = addressProblem(url, core.env.webhooksAllowPrivate)
  if (problem !== undefined) throw invalidField('url', addressProblems[problem])
  // Types of a plugin that is off stay chosen.
  const offered = new Set([TEST_TYPE, ...webhookEventsOf(core).map(({ type }) => type), ...known])
  const unknown = types.find((type) => !offered.has(type))
  if (unknown !== undefined) throw invalidField('types', `There is no event ${unknown}`)
}

// Two admins who add the last one at once do not both succeed.
const lockWebhooks = statement(`select pg_advisory_xact_lock(hashtextextended('core.webhooks:' || $tenantId, 0))`)

const countWebhooks = statement(z.object({ count: z.number() }), 'select count(*)::int as count from webhook_endpoints')

const insertWebhook = statement(
  z.object({ id: z.uuid() }),
  `insert into webhook_endpoints (url, description, types, includes_names, secret, created_by, created_at, updated_at)
    values ($url, $description, $types, $includesNames, $secret, $by, $now, $now) returning id`,
)

/** @throws webhooks.limit 409, invalid at `url` or `types` */
export async function createWebhook(scope: TenantScope, input: NewWebhook): Promise<Webhook & { secret: string }> {
  const { core, tenantId, actor } = scope
  checkInput(scope, input)
  await scope.rows(lockWebhooks, { tenantId })
  const [{ count } = { count: 0 }] = await scope.rows(countWebhooks)
  if (count >= MAX_WEBHOOKS) {
    const message = `You have ${MAX_WEBHOOKS} webhooks. Delete one that you no longer use.`
    throw new AppError('webhooks.limit', 409, message)
  }
  const secret = makeWebhookSecret()
  const types = sortedTypes(input)
  const [created] = await scope.rows(insertWebhook, {
    ...input,
    types,
    secret: seal(core.env.sessionKey, secret),
    // Platform staff are no users of the organization.
    by: actor.user?.tenantId === tenantId ? actor.user.id : null,
    now: core.clock.now(),
  })
  if (!created) throw notFound('Webhook')
  await core.invalidations.announce(scope, WEBHOOKS_TOPIC, tenantId)
  await recordWebhook(scope, created.id, 'webhook.created', `Added a webhook to ${hostOf(input)}`, {
    after: { ...input, types },
  })
  return { ...(await getWebhook(scope, created.id)), secret }
}

const sortedTypes = ({ types }: NewWebhook) => [...new Set(types)].toSorted()

// Another address has not failed yet, and need not rest.
const updateEndpoint = statement(
  z.object({ id: z.uuid() }),
  `update webhook_endpoints set url = $url::varchar, description = $description, types = $types,
      includes_names = $includesNames, updated_at = $next,
      failing_since = case when url = $url::varchar then failing_since end,
      unanswered = case when url = $url::varchar then unanswered else 0 end,
      busy_until = case when url = $url::varchar or lease is not null then busy_until end
    where id = $id and updated_at = $before returning id`,
)

/** @throws not-found, outdated 409, invalid at `url` or `types` */
export async function updateWebhook(
  scope: TenantScope,
  id: string,
  { updatedAt, ...input }: NewWebhook & { updatedAt?: string | undefined },
): Promise<Webhook> {
  const { core, tenantId } = scope
  const before = await getWebhook(scope, id)
  checkInput(scope, input, before.types)
  refuseOutdated('this webhook', before.updatedAt, updatedAt)
  const { url, description, includesNames } = before
  const changed = changedFields(
    { url, description, includesNames, types: before.types },
    { ...input, types: sortedTypes(input) },
  )
  const next = nextVersion(core.clock, before.updatedAt)
  const values = { ...input, types: sortedTypes(input), id, next, before: before.updatedAt }
  const [updated] = await scope.rows(updateEndpoint, values)
  // Changed since it was read.
  if (!updated) refuseOutdated('this webhook', next, before.updatedAt)
  await core.invalidations.announce(scope, WEBHOOKS_TOPIC, tenantId)
  await recordWebhook(scope, id, 'webhook.updated', `Changed the webhook to ${hostOf(input)}`, changed)
  return getWebhook(scope, id)
}

const deleteEndpoint = statement(
  z.object({ url: z.string() }),
  'delete from webhook_endpoints where id = $id returning url',
)

/** @throws not-found */
export async function deleteWebhook(scope: TenantScope, id: string): Promise<void> {
  const [deleted] = await scope.rows(deleteEndpoint, { id })
  if (!deleted) throw notFound('Webhook')
  await scope.core.invalidations.announce(scope, WEBHOOKS_TOPIC, scope.tenantId)
  await recordWebhook(scope, id, 'webhook.deleted', `Deleted the webhook to ${hostOf(deleted)}`)
}

const updateActive = statement(
  z.object({ id: z.uuid() }),
  `update webhook_endpoints set is_active = $isActive, disabled_reason = case when not $isActive then 'admin' end,
      failing_since = null, unanswered = 0, lease = null, busy_until = null, updated_at = $next
    where id = $id and is_active <> $isActive returning id`,
)

/** Turns a webhook off or on; what waited for it is not sent. @throws not-found */
export async function switchWebhook(
  scope: TenantScope,
  id: string,
  { isActive }: { isActive: boolean },
): Promise<Webhook> {
  const { core, tenantId } = scope
  const before = await getWebhook(scope, id)
  const next = nextVersion(core.clock, before.updatedAt)
  const [switched] = await scope.rows(updateActive, { id, isActive, next })
  if (!switched) return before
  // An act that began before it was turned off may have left some since: they are not sent later.
  await asPlatform(scope, ({ rows }) => rows(updateToSkipped, { endpointId: id }))
  await core.invalidations.announce(scope, WEBHOOKS_TOPIC, tenantId)
  await recordWebhook(
    scope,
    id,
    isActive ? 'webhook.turned-on' : 'webhook.turned-off',
    `Turned ${isActive ? 'on' : 'off'} the webhook to ${hostOf(before)}`,
  )
  return getWebhook(scope, id)
}

const updateSecret = statement(
  z.object({ url: z.string() }),
  `update webhook_endpoints set previous_secret = secret,
      previous_secret_until = $now::timestamptz + make_interval(hours => ${SECRET_OVERLAP_HOURS}), secret = $secret
    where id = $id returning url`,
)

/** Makes a new secret; messages are signed with the previous one too for a day. @throws not-found */
export async function rotateWebhookSecret(scope: TenantScope, id: string): Promise<{ secret: string }> {
  const { core } = scope
  const secret = makeWebhookSecret()
  const [rotated] = await scope.rows(updateSecret, {
    id,
    secret: seal(core.env.sessionKey, secret),
    now: core.clock.now(),
  })
  if (!rotated) throw notFound('Webhook')
  await recordWebhook(scope, id, 'webhook.secret-rotated', `Made a new secret for the webhook to ${hostOf(rotated)}`)
  return { secret }
}

/** Host of a webhook, for the audit log: paths of receivers may hold a secret. */
export const hostOf = ({ url }: { url: string }) => new URL(url).host

type Changes = { before?: Record<string, unknown>; after?: Record<string, unknown> }

type WebhookAct =
  | 'webhook.created'
  | 'webhook.updated'
  | 'webhook.deleted'
  | 'webhook.turned-on'
  | 'webhook.turned-off'
  | 'webhook.secret-rotated'
  | 'webhook.tested'
  | 'webhook.sent-again'

/** Records an act on a webhook; of its address the host alone. */
export async function recordWebhook(
  scope: TenantScope,
  id: string,
  action: WebhookAct,
  description: string,
  { before, after }: Changes = {},
): Promise<void> {
  await record(scope, {
    action,
    category: 'security',
    description,
    resource: 'webhook',
    resourceId: id,
    ...(before && { before: withHost(before) }),
    ...(after && { after: withHost(after) }),
  })
}

const withHost = ({ url, ...rest }: Record<string, unknown>) =>
  typeof url === 'string' ? { ...rest, host: hostOf({ url }) } : rest
