import { z } from 'zod'
import { roles } from '#core/contract/roles.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { nextVersion } from '#core/server/versions.ts'
import { afterQuietHours } from '../../shared/server/quiet-hours.ts'
import { audienceOf, hasNewsOff } from './audience.ts'
import { MessageModel } from './message.ts'
import { recordMessage } from './policies.ts'
import { audienceValues } from './preview.ts'
import { hasDevice } from './pushes.ts'
import { nextEvening, nextWeekly } from './times.ts'

// Its caller holds `lockSending`, which a stop takes as well.
const selectDueMessage = statement(
  z.object({ id: z.uuid() }),
  `select id from messages where tenant_id = $tenantId and status = 'scheduled' and send_at <= $now::timestamptz
    order by send_at, id limit 1`,
)

const selectWriter = statement(
  z.object({ name: z.string(), role: z.enum(roles) }),
  `select first_name || ' ' || last_name as name, role from users
    where id = $id and is_active and role in ('tenant_admin', 'instructor')`,
)

const now = '$now::timestamptz'
const zone = '(select time_zone from tenants where id = $tenantId)'

// People who turned news off, or with an address that bounces, read it in the portal alone.
const isEmailed = `q.is_reachable and ($isUrgent::boolean or not ${hasNewsOff('q.email')})`

// People who were left out are counted with what is written, so that both are of one moment.
const insertRecipients = statement(
  z.object({ recipients: z.number(), leftOut: z.record(z.string(), z.number()) }),
  `with ${audienceOf}, times as (
      select ${afterQuietHours(now, zone)} as soon, ${nextEvening(now, zone)} as evening, ${nextWeekly(now, zone)} as weekly
    ), recipients as materialized (
      -- Ids first: a join by what was inserted has no statistics, and takes seconds for thousands.
      select new_id() as id, p.user_id, p.role, p.student_ids, p.email, p.is_reachable, n.timing
        from people p left join news_choices n on n.user_id = p.user_id and p.role = 'guardian'
        where p.reason is null
    ), added as (
      insert into message_recipients (id, message_id, user_id, role, created_at)
        select q.id, $messageId, q.user_id, q.role, ${now} from recipients q
    ), with_children as (
      insert into message_children (recipient_id, student_id)
        select q.id, c from recipients q cross join lateral unnest(q.student_ids) c
    ), emailed as (
      insert into message_deliveries (recipient_id, due_at, is_deferred)
        select q.id, case when $isUrgent::boolean then ${now} when q.timing = 'evening' then t.evening
            when q.timing = 'weekly' then t.weekly else t.soon end, not $isUrgent::boolean and q.timing is not null
          from recipients q cross join times t
          where ${isEmailed}
    ), notified as (
      insert into message_deliveries (recipient_id, channel, due_at, is_deferred)
        select q.id, 'push', case when $isUrgent::boolean then ${now} when q.timing = 'evening' then t.evening
            when q.timing = 'weekly' then t.weekly else t.soon end, not $isUrgent::boolean and q.timing is not null
          from recipients q cross join times t
          where q.role <> 'student' and ${hasDevice('q.user_id')}
            and ($isUrgent::boolean or not ${hasNewsOff('q.email')})
    )
    select (select count(*)::int from recipients) as recipients,
      coalesce((select jsonb_object_agg(o.reason, o.count) from (select reason, count(*)::int as count from people
        where reason is not null group by reason) o), '{}') as "leftOut"`,
  { plansAnew: true },
)

/**
 * Resolves the audience of the message that has been due for the longest, once: its people are those of this moment.
 * A writer who is no active member of staff any more sends nothing.
 * @returns false where none is due
 */
export async function resolveDueMessage(scope: TenantScope): Promise<boolean> {
  const { core, tenantId } = scope
  const [due] = await scope.rows(selectDueMessage, { tenantId, now: core.clock.now() })
  if (!due) return false
  const message = await MessageModel.query(scope.trx).findById(due.id).throwIfNotFound()
  const updatedAt = nextVersion(core.clock, message.updatedAt)
  const resolvedAt = core.clock.now().toISOString()
  const [writer] = await scope.rows(selectWriter, { id: message.writtenBy })
  if (!writer) {
    await MessageModel.query(scope.trx).findById(message.id).patch({ status: 'cancelled', updatedAt })
    await recordMessage(scope, message.id, {
      action: 'message.stopped',
      description: 'Stopped a message, whose writer is no active member of staff any more',
    })
    return true
  }
  const { audience, kind } = message
  const by = { id: message.writtenBy, name: writer.name, isAdmin: writer.role === 'tenant_admin' }
  const values = { ...(await audienceValues(scope, audience, by)), messageId: message.id, isUrgent: kind === 'urgent' }
  const [resolved] = await scope.rows(insertRecipients, values)
  const leftOut = resolved?.leftOut ?? {}
  await MessageModel.query(scope.trx).findById(message.id).patch({ status: 'sending', resolvedAt, leftOut, updatedAt })
  return true
}
