import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { countedPage, type PagedAnswer } from '#core/server/http/answers.ts'
import {
  message,
  type Message,
  type MessageRow,
  type MessageStatus,
  type Recipient,
  recipientStates,
} from '../contract.ts'
import { seenMessages } from './policies.ts'
import { shownLeftOut } from './preview.ts'
import { ruleTexts } from './rule-texts.ts'

const countOf = (condition: string) => `(select count(*)::int from message_recipients r
  where r.tenant_id = m.tenant_id and r.message_id = m.id ${condition})`

const columns = `m.id, m.kind, m.status, m.subject, m.written_by_name as "writtenByName", m.send_at as "sendAt",
  m.created_at as "createdAt", m.wants_acknowledgement as "wantsAcknowledgement", ${countOf('')} as recipients,
  ${countOf('and r.opened_at is not null')} as opened, ${countOf('and r.acknowledged_at is not null')} as acknowledged`

const rowShape = message.pick({
  id: true,
  kind: true,
  status: true,
  subject: true,
  writtenByName: true,
  sendAt: true,
  createdAt: true,
  recipients: true,
  opened: true,
  acknowledged: true,
  wantsAcknowledgement: true,
})

const selectMessages = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    rowShape.extend({ total: z.number() }),
    `select ${columns}, count(*) over () as total from messages m
      where ${seenMessages(viewer, 'm.id')} and ($status::text is null or m.status = $status)
        and fold(m.subject) like (select containing($search))
      order by m.created_at desc, m.id desc limit $most offset $offset`,
  ),
)

interface MessageQuery {
  search?: string | undefined
  status?: MessageStatus | undefined
  limit?: number | undefined
  offset?: number | undefined
}

/** Lists the messages that the caller follows, the latest first, with the total. */
export async function listMessages(
  scope: TenantScope,
  { search = '', status, limit = LIST_CAP, offset = 0 }: MessageQuery,
): Promise<PagedAnswer<MessageRow>> {
  const values = { search, status: status ?? null, most: limit + 1, offset, ...callerOf(scope) }
  const found = await scope.rows(selectMessages({ viewer: viewerOf(scope) }), values)
  return countedPage(found, { limit, offset })
}

/** State of the email of recipient `r`: what is handed over may still wait, fail, or have been stopped. */
const emailState = `(select case when d.status = 'queued' then 'waiting' when d.status = 'stopped' then 'stopped'
    when e.status in ('pending', 'held') then 'waiting' when e.status in ('failed', 'suppressed') then 'failed'
    else 'sent' end
  from message_deliveries d left join mail_messages e on e.tenant_id = d.tenant_id and e.id = d.mail_id
  where d.tenant_id = r.tenant_id and d.recipient_id = r.id and d.channel = 'email' and not d.is_nudge)`

/** Counts people of message `m` by what became of their notifications: one device that shows it is enough. */
const pushesOf = `(select jsonb_build_object('waiting', count(*) filter (where q.state = 'waiting'),
    'sent', count(*) filter (where q.state = 'sent'), 'failed', count(*) filter (where q.state = 'failed'))
  from (select case when d.status = 'queued' then 'waiting' when d.status = 'stopped' then 'stopped'
      when bool_or(n.status = 'sent') then 'sent' when bool_or(n.status = 'pending') then 'waiting'
      when bool_or(n.status = 'failed') then 'failed' when bool_or(n.status = 'stopped') then 'stopped'
      else 'sent' end as state
    from message_recipients r
      join message_deliveries d on d.tenant_id = r.tenant_id and d.recipient_id = r.id and d.channel = 'push'
        and not d.is_nudge
      left join push_notifications n on n.tenant_id = d.tenant_id and n.source_id = d.id
    where r.tenant_id = m.tenant_id and r.message_id = m.id group by d.id, d.status) q)`

/** Files of message `m`, as answers have them. */
export const filesOf = `coalesce((select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'url', '/api/files/' || f.id,
    'size', x.size) order by f.created_at, f.id)
  from message_files f join files x on x.tenant_id = f.tenant_id and x.id = f.id
  where f.tenant_id = m.tenant_id and f.message_id = m.id), '[]')`

const selectMessage = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    message.omit({ audienceText: true, ruleNames: true }),
    `select ${columns}, m.body, m.audience, ${filesOf} as files, m.left_out as "leftOut", m.nudged_at as "nudgedAt",
        m.updated_at as "updatedAt", m.written_by = $reader as "isWriter",
        (select jsonb_build_object('waiting', count(*) filter (where q.state = 'waiting'),
            'sent', count(*) filter (where q.state = 'sent'), 'failed', count(*) filter (where q.state = 'failed'))
          from (select ${emailState} as state from message_recipients r
            where r.tenant_id = m.tenant_id and r.message_id = m.id) q) as emails,
        ${pushesOf} as pushes
      from messages m where m.id = $id and ${seenMessages(viewer, 'm.id')}`,
  ),
)

/** @throws not-found when the organization has no such message, or none that the caller follows */
export async function getMessage(scope: TenantScope, id: string): Promise<Message> {
  const reader = scope.actor.user?.id ?? null
  const [found] = await scope.rows(selectMessage({ viewer: viewerOf(scope) }), { id, reader, ...callerOf(scope) })
  if (!found) throw notFound('Message')
  const leftOut = shownLeftOut(found.leftOut, { isAdmin: scope.actor.user?.role === 'tenant_admin' })
  return { ...found, leftOut, ...(await ruleTexts(scope, found.audience)) }
}

const states: Record<(typeof recipientStates)[number], string> = {
  opened: 'r.opened_at is not null',
  unopened: 'r.opened_at is null',
  acknowledged: 'r.acknowledged_at is not null',
  unacknowledged: 'r.acknowledged_at is null',
}

const selectRecipients = variants({ state: [undefined, ...recipientStates] }, ({ state }) =>
  statement(
    z.object({
      id: z.uuid(),
      name: z.string(),
      role: z.enum(['guardian', 'staff', 'student']),
      children: z.array(z.string()),
      openedAt: z.string().nullable(),
      acknowledgedAt: z.string().nullable(),
      email: z.enum(['waiting', 'sent', 'failed', 'stopped']).nullable(),
      total: z.number(),
    }),
    `select r.id, u.first_name || ' ' || u.last_name as name, r.role, r.opened_at as "openedAt",
        r.acknowledged_at as "acknowledgedAt", ${emailState} as email, count(*) over () as total,
        array(select s.first_name || ' ' || s.last_name from message_children c
            join students s on s.tenant_id = c.tenant_id and s.id = c.student_id
          where c.tenant_id = r.tenant_id and c.recipient_id = r.id order by s.first_name, s.last_name, s.id) as children
      from message_recipients r join users u on u.tenant_id = r.tenant_id and u.id = r.user_id
      where r.message_id = $messageId ${state ? `and ${states[state]}` : ''}
      order by u.last_name, u.first_name, r.id limit $most offset $offset`,
  ),
)

interface RecipientQuery {
  state?: (typeof recipientStates)[number] | undefined
  limit?: number | undefined
  offset?: number | undefined
}

/** Lists the people who got a message, with what became of it. @throws not-found */
export async function listRecipients(
  scope: TenantScope,
  messageId: string,
  { state, limit = 50, offset = 0 }: RecipientQuery,
): Promise<PagedAnswer<Recipient>> {
  await getMessage(scope, messageId)
  const found = await scope.rows(selectRecipients({ state }), { messageId, most: limit + 1, offset })
  return countedPage(found, { limit, offset })
}
