import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { lookForOrganizations } from '#core/server/jobs/organizations-due.ts'
import { sendMails } from '#core/server/mail/mail.ts'
import { messageKinds } from '../contract.ts'
import { writeEmail, type DueEmail } from './emails.ts'
import { sendDuePushes } from './pushes.ts'
import { resolveDueMessage } from './resolve.ts'
import { childrenOf, mayReceive } from './visible.ts'

/** Deliveries of one transaction, and emails that one organization sends in a day of its own. */
const BATCH_SIZE = 500
const MAX_DAILY_EMAILS = 20_000

/** Lets one act at a time send or stop emails of an organization: two runs at once would count the same emails left. */
export const lockSending = statement(
  `select pg_advisory_xact_lock(hashtextextended('tenant-app.messages:' || $tenantId, 0))`,
)

const countSentToday = statement(
  z.object({ count: z.number() }),
  `select count(*)::int as count from message_deliveries d where d.tenant_id = $tenantId and d.channel = 'email'
    and d.status = 'sent' and d.sent_at >= (select date_trunc('day', $now::timestamptz at time zone t.time_zone) at time zone t.time_zone
      from tenants t where t.id = $tenantId)`,
)

// Urgent messages go first, beyond the limit too. With ties: what is due to one person is one email.
const updateToSent = statement(
  z.object({ id: z.uuid() }),
  `with queued as materialized (
      select x.id, x.tenant_id, x.recipient_id from message_deliveries x where x.tenant_id = $tenantId
        and x.channel = 'email' and x.status = 'queued' and x.due_at <= $now::timestamptz
    ), chosen as materialized (
      -- One look-up for each: a join by what was written a moment ago has no statistics, and takes seconds for thousands.
      select q.id from queued q
        cross join lateral (select r.user_id, r.message_id from message_recipients r
          where r.tenant_id = q.tenant_id and r.id = q.recipient_id limit 1) r
        join messages m on m.tenant_id = q.tenant_id and m.id = r.message_id and m.status in ('sending', 'sent')
          and (m.kind = 'urgent' or not $isOverLimit::boolean)
      order by m.kind desc, r.user_id fetch first ($most::int) rows with ties
    )
    update message_deliveries d set status = 'sent', sent_at = $now::timestamptz
      where d.status = 'queued' and d.id = any (array(select id from chosen))
    returning d.id`,
  { plansAnew: true },
)

const dueRow = z.object({
  deliveryId: z.uuid(),
  recipientId: z.uuid(),
  userId: z.uuid(),
  email: z.string().nullable(),
  hasAccount: z.boolean(),
  name: z.string(),
  children: z.array(z.string()),
  isNudge: z.boolean(),
  mayReceive: z.boolean(),
  messageId: z.uuid(),
})

const selectTaken = statement(
  dueRow,
  `select d.id as "deliveryId", r.id as "recipientId", u.id as "userId", u.email,
      u.password_hash is not null as "hasAccount", u.first_name as name,
      ${childrenOf('r')} as children, d.is_nudge as "isNudge", u.is_active and ${mayReceive('r')} as "mayReceive",
      r.message_id as "messageId"
    from message_deliveries d join message_recipients r on r.tenant_id = d.tenant_id and r.id = d.recipient_id
      join users u on u.tenant_id = r.tenant_id and u.id = r.user_id
      join messages m on m.tenant_id = r.tenant_id and m.id = r.message_id
    where d.id = any ($ids::uuid[]) order by u.id, m.kind desc, m.resolved_at, d.id`,
  { plansAnew: true },
)

const selectTexts = statement(
  z.object({
    id: z.uuid(),
    kind: z.enum(messageKinds),
    subject: z.string(),
    body: z.string(),
    writtenByName: z.string(),
    wantsAcknowledgement: z.boolean(),
    files: z.array(z.string()),
  }),
  `select m.id, m.kind, m.subject, m.body, m.written_by_name as "writtenByName",
      m.wants_acknowledgement as "wantsAcknowledgement",
      array(select f.name from message_files f where f.tenant_id = m.tenant_id and f.message_id = m.id
        order by f.created_at, f.id) as files
    from messages m where m.id = any ($ids::uuid[])`,
)

const updateToStopped = statement(
  `update message_deliveries set status = 'stopped', sent_at = null where id = any ($ids::uuid[])`,
)

const updateMailIds = statement(
  `update message_deliveries d set mail_id = o.mail_id from unnest($ids::uuid[], $mailIds::uuid[]) o (id, mail_id)
    where d.tenant_id = $tenantId and d.id = o.id`,
)

const updateFinished = statement(
  `update messages m set status = 'sent', sent_at = $now::timestamptz, updated_at = $now::timestamptz
    where m.tenant_id = $tenantId and m.status = 'sending' and not exists (
      select from message_recipients r join message_deliveries d on d.tenant_id = r.tenant_id and d.recipient_id = r.id
        where r.tenant_id = m.tenant_id and r.message_id = m.id and d.status = 'queued' and not d.is_deferred)`,
)

const selectSender = statement(
  z.object({ organization: z.string(), subdomain: z.string() }),
  'select name as organization, subdomain from tenants where id = $tenantId',
)

type Taken = z.infer<typeof dueRow> & { email: string }

/**
 * Groups deliveries into emails: several announcements that are due to a person go in one; others go alone. An email has
 * one link of its own, so people without an account get each by itself.
 */
function groupEmails(taken: readonly (Taken & DueEmail)[]): [Taken & DueEmail, ...(Taken & DueEmail)[]][] {
  const groups = Map.groupBy(taken, ({ userId, hasAccount, isNudge, message, deliveryId }) =>
    isNudge || !hasAccount || message.kind === 'urgent' ? deliveryId : userId,
  )
  return [...groups.values()] as [Taken & DueEmail, ...(Taken & DueEmail)[]][]
}

/** @returns true where as many were due as one transaction takes */
async function sendDueEmails(scope: TenantScope): Promise<boolean> {
  const { core, tenantId } = scope
  const now = core.clock.now()
  const [today] = await scope.rows(countSentToday, { tenantId, now })
  const left = MAX_DAILY_EMAILS - (today?.count ?? 0)
  const isOverLimit = left <= 0
  const most = isOverLimit ? BATCH_SIZE : Math.min(BATCH_SIZE, left)
  const ids = (await scope.rows(updateToSent, { tenantId, now, most, isOverLimit })).map(({ id }) => id)
  if (ids.length === 0) return false
  const rows = await scope.rows(selectTaken, { ids })
  const texts = await scope.rows(selectTexts, { ids: [...new Set(rows.map(({ messageId }) => messageId))] })
  const messages = new Map(texts.map((text) => [text.id, text]))
  const taken = rows.flatMap((row) => {
    const message = messages.get(row.messageId)
    return row.mayReceive && row.email !== null && message ? [{ ...row, email: row.email, message }] : []
  })
  const kept = new Set(taken.map(({ deliveryId }) => deliveryId))
  await scope.rows(updateToStopped, { ids: ids.filter((id) => !kept.has(id)) })
  const [sender] = await scope.rows(selectSender, { tenantId })
  if (!sender) return false
  const groups = groupEmails(taken)
  const mails = await sendMails(
    scope,
    groups.map((group) => writeEmail(core.env, group, sender)),
  )
  await scope.rows(updateMailIds, {
    tenantId,
    ids: groups.flatMap((group) => group.map(({ deliveryId }) => deliveryId)),
    mailIds: groups.flatMap((group, index) => group.map(() => mails[index] ?? null)),
  })
  return ids.length >= most
}

/**
 * Resolves a message of an organization that is due and sends emails that are, some of each in one transaction: what is
 * killed in the middle has sent nothing, and the next run goes on where the last one ended.
 */
export const sendMessages = defineJob({
  name: 'tenant-app.send-messages',
  scope: 'tenant',
  payload: z.object({}),
  run: async (scope) => {
    const { core, tenantId } = scope
    await scope.rows(lockSending, { tenantId })
    const isResolved = await resolveDueMessage(scope)
    // Before the email, whose batches take longer: a notification is the quicker way.
    const hasMorePushes = await sendDuePushes(scope)
    const isFull = (await sendDueEmails(scope)) || hasMorePushes
    await scope.rows(updateFinished, { tenantId, now: core.clock.now() })
    if (isResolved || isFull) await core.jobs.send(scope, sendMessages, {})
  },
})

const selectOrganizations = statement(
  z.object({ tenantId: z.uuid() }),
  `select t.id as "tenantId" from tenants t where t.status in ('active', 'trial') and (exists (
      select from messages m where m.tenant_id = t.id and m.status = 'scheduled' and m.send_at <= $now::timestamptz)
    or exists (select from message_deliveries d where d.tenant_id = t.id and d.status = 'queued'
      and d.due_at <= $now::timestamptz))
    order by t.id`,
)

/** Every minute: organizations with a message or an email that is due. */
export const lookForMessages = lookForOrganizations({
  name: 'tenant-app.look-for-messages',
  cron: '* * * * *',
  select: selectOrganizations,
  job: sendMessages,
  payloadOf: () => ({}),
})
