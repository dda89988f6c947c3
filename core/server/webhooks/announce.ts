import { z } from 'zod'
import type { Core, Scope } from '../core.ts'
import { cachePerCore } from '../database/cache.ts'
import { asPlatform } from '../database/scope.ts'
import { statement } from '../database/statement.ts'
import type { Subscription } from '../events/events.ts'
import type { PluginParts } from '../plugin.ts'
import { sendRuns } from './deliver.ts'
import { WEBHOOKS_TOPIC } from './topic.ts'
import { connectWebhookEvents, type WebhookEvent } from './webhook-events.ts'

const selectListening = statement(
  z.object({ tenantId: z.uuid() }),
  'select distinct tenant_id as "tenantId" from webhook_endpoints where is_active and $type = any (types)',
)

/** Organizations that listen, by type. */
const listening = cachePerCore<ReadonlySet<string>>({ max: 500, topic: WEBHOOKS_TOPIC })

const listenersOf = (scope: Scope, type: string) =>
  listening(scope.core).get(type, async () => {
    const found = await asPlatform(scope, ({ rows }) => rows(selectListening, { type }))
    return new Set(found.map(({ tenantId }) => tenantId))
  })

// Endpoints are locked, so that one that is deleted meanwhile does not fail the act.
const insertMessages = statement(
  z.object({ endpointId: z.uuid(), tenantId: z.uuid() }),
  `with items as materialized (
      select new_id() as id, i.* from jsonb_to_recordset($items::jsonb) as i ("tenantId" uuid, position int, subject text,
        "personId" uuid, data jsonb, names jsonb)
    ), targets as materialized (
      select id, tenant_id, includes_names from webhook_endpoints
        where is_active and $type = any (types) and tenant_id in (select "tenantId" from items) order by id for key share
    ), messages as (
      insert into webhook_messages (id, tenant_id, type, subject, person_id, data, names, created_at)
        select i.id, i."tenantId", $type, i.subject, i."personId", i.data,
            case when exists (select from targets t where t.tenant_id = i."tenantId" and t.includes_names) then i.names end, $now
          from items i where i."tenantId" in (select tenant_id from targets)
    ), deliveries as (
      insert into webhook_deliveries (tenant_id, message_id, endpoint_id, subject, next_try_at, created_at)
        select t.tenant_id, i.id, t.id, i.subject, $now, $now
          from items i join targets t on t.tenant_id = i."tenantId" order by i.position
        returning endpoint_id, tenant_id
    )
    select distinct endpoint_id as "endpointId", tenant_id as "tenantId" from deliveries`,
)

/**
 * Stores an event for the webhooks that listen, in the transaction of the act and as it is then; jobs deliver it after the
 * commit. Where no webhook listens, it costs a look-up in memory.
 */
async function announce(scope: Scope, event: WebhookEvent, payload: unknown): Promise<void> {
  const tenants = await listenersOf(scope, event.type)
  if (tenants.size === 0 || (scope.kind === 'tenant' && !tenants.has(scope.tenantId))) return
  await asPlatform(scope, async (platform) => {
    const items = (await event.read(platform, payload)).filter(({ tenantId }) => tenants.has(tenantId))
    if (items.length === 0) return
    const positioned = items.map((item, position) => ({ ...item, data: event.data.parse(item.data), position }))
    await sendRuns(
      platform,
      await platform.rows(insertMessages, {
        type: event.type,
        items: JSON.stringify(positioned),
        now: platform.core.clock.now(),
      }),
    )
  })
}

/** Registers the kinds of events of plugins. @returns the listeners of the plugins, and those that send to webhooks */
export function listenForWebhooks(core: Core, parts: readonly PluginParts<unknown>[]): Subscription[] {
  const events = parts.flatMap(({ webhookEvents = [] }) => webhookEvents)
  connectWebhookEvents(core, events)
  return [
    ...parts.flatMap(({ subscriptions = [] }) => subscriptions),
    ...events.map((event): Subscription => ({
      event: event.on,
      runs: 'within',
      run: (scope, payload) => announce(scope, event, payload),
    })),
  ]
}
