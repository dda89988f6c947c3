import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { lookForOrganizations } from '#core/server/jobs/organizations-due.ts'
import { line, link } from '#core/server/mail/body.ts'
import { sendMails, type NewMessage } from '#core/server/mail/mail.ts'
import { sendPushes } from '#core/server/push/send.ts'
import { mayBeNotified } from '../../base/families/server/children.ts'
import { meetingsWithSessions } from '../../base/people/server/meeting-instructors.ts'
import { afterQuietHours } from '../../shared/server/quiet-hours.ts'
import { getConversationSettings } from './office-hours.ts'
import { isGuardianOf, isInTeamOf, takesPart } from './policies.ts'

/** Seconds before an email leaves: members who have the conversation open read the post meanwhile. */
const EMAIL_DELAY_SECONDS = 60

/** Emails of one transaction. */
const BATCH_SIZE = 500

const due = afterQuietHours(
  `($now::timestamptz + interval '${EMAIL_DELAY_SECONDS} seconds')`,
  '(select time_zone from tenants where id = $tenantId)',
)

/** Instructors of the team of conversation `c` who lead what is still to come. */
const leadersOf = `select s.instructor_id as user_id from sessions s where s.tenant_id = c.tenant_id
    and (s.id = c.session_id or (s.series_id = c.series_id and s.end_date > $now::timestamptz))
  union select m.instructor_id from ${meetingsWithSessions} where m.tenant_id = c.tenant_id
    and m.session_id = c.session_id and m.ends_at > $now::timestamptz
  union select m.instructor_id from ${meetingsWithSessions} where s.tenant_id = c.tenant_id
    and s.series_id = c.series_id and m.ends_at > $now::timestamptz
  union select g.user_id from group_staff g where g.tenant_id = c.tenant_id and g.group_id = c.group_id`

// Staff: the one who is assigned and still takes part, else the instructors of the team, else the admins.
const upsertDue = statement(
  `with chosen as (
      select u.id, u.role, u.id = c.assigned_to and ${takesPart('u')} as "isAssigned", u.id in (${leadersOf}) as leads
        from conversations c
        join users u on u.tenant_id = c.tenant_id and u.is_active and u.role in ('tenant_admin', 'instructor')
        where c.id = $conversationId and (u.id = c.assigned_to or u.role = 'tenant_admin' or u.id in (${leadersOf}))
    ), notified as (
      select p.user_id, p.role from conversation_members p where p.conversation_id = $conversationId and p.role = 'guardian'
      union select h.id, 'staff' from chosen h where case
        when exists (select from chosen where "isAssigned") then h."isAssigned"
        when exists (select from chosen where leads) then h.leads else h.role = 'tenant_admin' end
    )
    insert into conversation_members (conversation_id, user_id, role, email_due_at, created_at)
      select $conversationId, n.user_id, n.role, ${due}, $now::timestamptz from notified n where n.user_id <> $author
    on conflict (tenant_id, conversation_id, user_id) do update set email_due_at =
      case when conversation_members.emailed_at is null
        then coalesce(conversation_members.email_due_at, excluded.email_due_at) end`,
)

/** Has members notified of a post, once each until they have read the conversation. */
export async function notifyMembers(scope: TenantScope, conversationId: string, author: string): Promise<void> {
  const values = { conversationId, author, tenantId: scope.tenantId, now: scope.core.clock.now() }
  await scope.rows(upsertDue, values)
  await scope.core.jobs.send(scope, sendConversationEmails, {}, { delay: EMAIL_DELAY_SECONDS })
}

// The last post may be ahead of this clock, as one of another node is.
const upsertRead = statement(
  `insert into conversation_members (conversation_id, user_id, role, read_at, created_at)
      values ($conversationId, $reader, $role, greatest($now::timestamptz,
        (select c.last_post_at from conversations c where c.id = $conversationId)), $now::timestamptz)
    on conflict (tenant_id, conversation_id, user_id) do update
      set read_at = excluded.read_at, email_due_at = null, emailed_at = null`,
)

/** Notes that a member has read a conversation: its next post is emailed again. */
export const markRead = (scope: TenantScope, conversationId: string, reader: { id: string; isStaff: boolean }) =>
  scope.rows(upsertRead, {
    conversationId,
    reader: reader.id,
    role: reader.isStaff ? 'staff' : 'guardian',
    now: scope.core.clock.now(),
  })

const updateToEmailed = statement(
  z.object({ id: z.uuid() }),
  `update conversation_members p set emailed_at = $now::timestamptz, email_due_at = null where p.id in (
      select x.id from conversation_members x where x.tenant_id = $tenantId and x.email_due_at <= $now::timestamptz
        order by x.email_due_at, x.id limit ${BATCH_SIZE})
    returning p.id`,
)

// Checked as of now: restricted meanwhile, unlinked, or an instructor of the team no more.
const selectEmails = statement(
  z.object({
    memberId: z.uuid(),
    conversationId: z.uuid(),
    userId: z.uuid(),
    email: z.string().nullable(),
    name: z.string(),
    role: z.enum(['guardian', 'staff']),
    child: z.string().nullable(),
    authorName: z.string(),
    body: z.string(),
    organization: z.string(),
    subdomain: z.string(),
  }),
  `select p.id as "memberId", c.id as "conversationId", u.id as "userId", u.email, u.first_name as name, p.role,
      t.name as organization, t.subdomain,
      (select s.first_name from students s where s.tenant_id = c.tenant_id and s.id = c.student_id) as child,
      l.author_name as "authorName", l.body
    from conversation_members p join conversations c on c.tenant_id = p.tenant_id and c.id = p.conversation_id
      join users u on u.tenant_id = p.tenant_id and u.id = p.user_id and u.is_active
      join tenants t on t.id = p.tenant_id
      join lateral (select q.author_name, q.body from conversation_posts q where q.tenant_id = c.tenant_id
        and q.conversation_id = c.id and q.withdrawn_at is null and q.author_id <> p.user_id
        and q.created_at > coalesce(p.read_at, '-infinity') order by q.created_at desc, q.id desc limit 1) l on true
    where p.id = any ($ids::uuid[]) and case
      when p.role = 'guardian' then u.role = 'parent' and ${isGuardianOf('u.id')} and exists (select from parent_students k
        where k.tenant_id = c.tenant_id and k.parent_id = u.id and (c.student_id is null or k.student_id = c.student_id)
          and ${mayBeNotified('k')})
      when u.role = 'tenant_admin' then true
      else u.role = 'instructor' and ${isInTeamOf('u.id')} end`,
)

// Nothing to read any more, or no right to read it now: the next post is emailed.
const updateToUnsent = statement(
  'update conversation_members set emailed_at = null where tenant_id = $tenantId and id = any ($unsent::uuid[])',
)

/** Has one job at a time send the emails of an organization's conversations. */
const lockSending = statement(
  `select pg_advisory_xact_lock(hashtextextended('tenant-app.conversations:' || $tenantId, 0))`,
)

type Due = typeof selectEmails extends { row: z.ZodType<infer Row> } ? Row : never

function writeEmail(scope: TenantScope, one: Due & { email: string }, emailsText: boolean): NewMessage {
  const { email, name, role, child, authorName, body, organization, subdomain, conversationId } = one
  const about = child === null ? '' : ` about ${child}`
  const sender = role === 'guardian' ? organization : authorName
  return {
    to: email,
    class: 'conversation',
    subject: `New message from ${sender}${about}`.slice(0, 200),
    body: [
      line`Hello ${name},`,
      line`${authorName} wrote to you${about} at ${organization}.`,
      ...(emailsText ? body.split('\n').map((written) => line`${written.trimEnd()}`) : []),
      line`Read and answer it here:`,
      link(scope.core.env, subdomain, `/conversations/${conversationId}`),
    ],
  }
}

/**
 * Emails and notifies members of conversations who have not read what was written, in the transaction that notes it: a job
 * that is killed in the middle has sent nothing.
 */
export const sendConversationEmails = defineJob({
  name: 'tenant-app.send-conversation-emails',
  scope: 'tenant',
  payload: z.object({}),
  run: async (scope) => {
    const { core, tenantId } = scope
    await scope.rows(lockSending, { tenantId })
    const ids = (await scope.rows(updateToEmailed, { tenantId, now: core.clock.now() })).map(({ id }) => id)
    if (ids.length === 0) return
    const { emailsText } = await getConversationSettings(scope)
    const emails = await scope.rows(selectEmails, { ids })
    const sent = new Set(emails.map(({ memberId }) => memberId))
    await scope.rows(updateToUnsent, { tenantId, unsent: ids.filter((id) => !sent.has(id)) })
    await sendMails(
      scope,
      emails.flatMap((one) =>
        one.email === null ? [] : [writeEmail(scope, { ...one, email: one.email }, emailsText)],
      ),
    )
    await sendPushes(
      scope,
      emails.map(({ userId, conversationId }) => ({
        userId,
        kind: 'conversation',
        path: `/conversations/${conversationId}`,
      })),
    )
    if (ids.length >= BATCH_SIZE) await core.jobs.send(scope, sendConversationEmails, {})
  },
})

const selectOrganizations = statement(
  z.object({ tenantId: z.uuid() }),
  `select t.id as "tenantId" from tenants t where t.status in ('active', 'trial') and exists (
      select from conversation_members p where p.tenant_id = t.id and p.email_due_at <= $now::timestamptz)
    order by t.id`,
)

/** Every minute: organizations with an email about a conversation that is due. */
export const lookForConversationEmails = lookForOrganizations({
  name: 'tenant-app.look-for-conversation-emails',
  cron: '* * * * *',
  select: selectOrganizations,
  job: sendConversationEmails,
  payloadOf: () => ({}),
})
