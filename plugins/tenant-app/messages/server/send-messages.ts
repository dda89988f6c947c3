import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, forbidden, invalidField } from '#core/server/errors.ts'
import { stopMails } from '#core/server/mail/stop-emails.ts'
import { stopPushes } from '#core/server/push/send.ts'
import { countText } from '#core/server/texts.ts'
import { nextVersion } from '#core/server/versions.ts'
import { afterQuietHours } from '../../shared/server/quiet-hours.ts'
import { MAX_DAILY_ANNOUNCEMENTS, UNDO_SECONDS, type Message } from '../contract.ts'
import { lockSending, sendMessages } from './dispatch.ts'
import { MessageModel } from './message.ts'
import { getMessage } from './messages.ts'
import { lockMessage, recordMessage, requireWriter, type Writer } from './policies.ts'
import { countAudience, requireReach } from './preview.ts'
import { lockDraft } from './write-messages.ts'

const YEAR_MS = 366 * 86_400_000

const selectRunning = statement(
  z.object({ id: z.uuid() }),
  `select m.id from session_meetings m join sessions s on s.tenant_id = m.tenant_id and s.id = m.session_id
    where m.id = $meetingId and coalesce(m.instructor_id, s.instructor_id) = $writer
      and m.starts_at <= $now::timestamptz and m.ends_at > $now::timestamptz`,
)

/** @throws forbidden unless an admin, or an instructor to the own meeting while it runs, sends it */
async function requireUrgentRight(scope: TenantScope, { audience }: MessageModel, writer: Writer): Promise<void> {
  if (writer.isAdmin) return
  const [rule, ...others] = audience.any
  if (rule?.kind === 'meeting' && others.length === 0) {
    const values = { meetingId: rule.id, writer: writer.id, now: scope.core.clock.now() }
    if ((await scope.rows(selectRunning, values)).length > 0) return
  }
  throw forbidden('Instructors send urgent messages to their own meeting while it runs')
}

const lockWriter = statement(
  `select pg_advisory_xact_lock(hashtextextended('tenant-app.announcements:' || $writer::text, 0))`,
)

const countAnnouncements = statement(
  z.object({ count: z.number() }),
  `select count(*)::int as count from messages m join tenants t on t.id = m.tenant_id
    where m.tenant_id = $tenantId and m.written_by = $writer and m.kind = 'announcement'
      -- A stopped one counts: it had begun to leave.
      and m.status <> 'draft' and (m.send_at at time zone t.time_zone)::date = ($at::timestamptz at time zone t.time_zone)::date`,
)

/** @throws message.daily-limit (409) */
async function refuseTooMany(scope: TenantScope, writer: Writer, at: string): Promise<void> {
  if (writer.isAdmin) return
  await scope.rows(lockWriter, { writer: writer.id })
  const [sent] = await scope.rows(countAnnouncements, { tenantId: scope.tenantId, writer: writer.id, at })
  if ((sent?.count ?? 0) >= MAX_DAILY_ANNOUNCEMENTS) {
    const limit = countText(MAX_DAILY_ANNOUNCEMENTS, 'announcement')
    throw new AppError('message.daily-limit', 409, `You can send ${limit} a day. Ask an admin, or send it tomorrow.`)
  }
}

interface Sending {
  at?: string | undefined
  confirmedCount?: number | undefined
}

/** Returns when a message leaves: an announcement after the time in which it can be undone, unless it is scheduled. */
function sendTimeOf(scope: TenantScope, { kind }: MessageModel, at: string | undefined): string {
  const now = scope.core.clock.now().getTime()
  if (kind === 'urgent') {
    if (at !== undefined) throw invalidField('at', 'An urgent message is sent at once')
    return new Date(now).toISOString()
  }
  if (at !== undefined && Date.parse(at) > now + YEAR_MS) throw invalidField('at', 'Enter a time within a year')
  if (at !== undefined && Date.parse(at) < now) throw invalidField('at', 'Enter a time after now')
  return new Date(Math.max(now + UNDO_SECONDS * 1000, at === undefined ? 0 : Date.parse(at))).toISOString()
}

/**
 * Sends a draft: of two users at once one does.
 * @throws not-found, message.not-draft (409), forbidden, message.no-recipients (409), message.daily-limit (409),
 *   message.count-changed (409) where an urgent message would go to another number of people than was typed
 */
export async function sendMessage(scope: TenantScope, id: string, { at, confirmedCount }: Sending): Promise<Message> {
  const writer = requireWriter(scope)
  const draft = await lockDraft(scope, id)
  const sendAt = sendTimeOf(scope, draft, at)
  await requireReach(scope, draft.audience, writer)
  if (draft.kind === 'urgent') await requireUrgentRight(scope, draft, writer)
  else await refuseTooMany(scope, writer, sendAt)
  const { recipients } = await countAudience(scope, draft.audience, writer)
  if (recipients === 0)
    throw new AppError('message.no-recipients', 409, 'This audience reaches no one. Change it first.')
  if (draft.kind === 'urgent' && confirmedCount !== recipients) {
    const people = countText(recipients, 'person', 'people')
    throw new AppError(
      'message.count-changed',
      409,
      `This message goes to ${people} now. Enter ${recipients} to send it.`,
    )
  }
  await MessageModel.query(scope.trx)
    .findById(id)
    .patch({
      status: 'scheduled',
      sendAt,
      // People whom the sender reaches get it in the sender's name.
      writtenBy: writer.id,
      writtenByName: writer.name,
      updatedAt: nextVersion(scope.core.clock, draft.updatedAt),
    })
  // The job that looks every minute finds what is scheduled; what was just sent does not wait for it.
  if (at === undefined) {
    await scope.core.jobs.send(scope, sendMessages, {}, draft.kind === 'urgent' ? {} : { delay: UNDO_SECONDS })
  }
  await recordMessage(scope, id, {
    action: 'message.sent',
    description: `Sent ${draft.kind === 'urgent' ? 'an urgent message' : 'an announcement'} to ${countText(recipients, 'person', 'people')}`,
    metadata: { kind: draft.kind, recipients, sendAt },
  })
  return getMessage(scope, id)
}

const updateQueuedToStopped = statement(
  z.object({ id: z.uuid(), channel: z.string() }),
  `update message_deliveries d set status = 'stopped' from message_recipients r
    where r.tenant_id = d.tenant_id and r.id = d.recipient_id and r.message_id = $messageId and d.status = 'queued'
    returning d.id, d.channel`,
)

const selectPushed = statement(
  z.object({ id: z.uuid() }),
  `select d.id from message_deliveries d join message_recipients r on r.tenant_id = d.tenant_id and r.id = d.recipient_id
    where r.message_id = $messageId and d.status = 'sent' and d.channel = 'push'`,
)

// Shown on no device: the message had not reached them so.
const updatePushedToStopped = statement(
  `update message_deliveries set status = 'stopped', sent_at = null where id = any ($ids::uuid[])`,
)

const selectMailIds = statement(
  z.object({ mailId: z.uuid() }),
  `select d.mail_id as "mailId" from message_deliveries d join message_recipients r
      on r.tenant_id = d.tenant_id and r.id = d.recipient_id
    where r.message_id = $messageId and d.status = 'sent' and d.mail_id is not null`,
)

// Another announcement that was in the same email leaves in one of its own.
const updateSentToStopped = statement(
  `update message_deliveries d set status = case when r.message_id = $messageId then 'stopped' else 'queued' end,
      sent_at = null, mail_id = null
    from message_recipients r
    where r.tenant_id = d.tenant_id and r.id = d.recipient_id and d.mail_id = any ($mailIds::uuid[])`,
)

/**
 * Undoes a message that waits, which is a draft again, or stops the emails of one that have not left.
 * @throws not-found, message.not-stoppable (409) where nothing is left to stop
 */
export async function stopMessage(scope: TenantScope, id: string): Promise<Message> {
  // Before the message, as the job does.
  await scope.rows(lockSending, { tenantId: scope.tenantId })
  const found = await lockMessage(scope, id)
  const updatedAt = nextVersion(scope.core.clock, found.updatedAt)
  if (found.status === 'scheduled') {
    await MessageModel.query(scope.trx).findById(id).patch({ status: 'draft', sendAt: null, updatedAt })
    await recordMessage(scope, id, { action: 'message.undone', description: 'Took a message back before it was sent' })
    return getMessage(scope, id)
  }
  if (found.status === 'draft' || found.status === 'cancelled') throw notStoppable()
  const waiting = await scope.rows(updateQueuedToStopped, { messageId: id })
  const queued = waiting.filter(({ channel }) => channel === 'email')
  const mailIds = (await scope.rows(selectMailIds, { messageId: id })).map(({ mailId }) => mailId)
  const stopped = await stopMails(scope, mailIds)
  if (waiting.length + stopped.length === 0) throw notStoppable()
  const pushed = (await scope.rows(selectPushed, { messageId: id })).map((one) => one.id)
  await scope.rows(updatePushedToStopped, { ids: await stopPushes(scope, pushed) })
  await scope.rows(updateSentToStopped, { messageId: id, mailIds: stopped })
  await MessageModel.query(scope.trx).findById(id).patch({ status: 'cancelled', updatedAt })
  const emails = countText(queued.length + stopped.length, 'email')
  await recordMessage(scope, id, {
    action: 'message.stopped',
    description: `Stopped a message: ${emails} did not leave`,
  })
  return getMessage(scope, id)
}

const notStoppable = () =>
  new AppError('message.not-stoppable', 409, 'Nothing is left to stop: every email of this message has left')

const insertNudges = statement(
  z.object({ id: z.uuid() }),
  `insert into message_deliveries (recipient_id, is_nudge, due_at)
    select r.id, true, case when m.kind = 'urgent' then $now::timestamptz
        else ${afterQuietHours('$now::timestamptz', 't.time_zone')} end
      from message_recipients r join messages m on m.tenant_id = r.tenant_id and m.id = r.message_id
        join tenants t on t.id = m.tenant_id
        join users u on u.tenant_id = r.tenant_id and u.id = r.user_id and u.is_active and u.email is not null
      where r.message_id = $messageId and r.acknowledged_at is null
    on conflict (tenant_id, recipient_id, channel, is_nudge) do nothing returning id`,
)

/**
 * Emails those who have not acknowledged a message once more, once.
 * @throws not-found, message.not-nudged (409) where it asks for no acknowledgement, was nudged, or all have acknowledged
 */
export async function nudge(scope: TenantScope, id: string): Promise<Message> {
  const found = await lockMessage(scope, id)
  const refuse = (why: string) => new AppError('message.not-nudged', 409, why)
  if (!found.wantsAcknowledgement) throw refuse('This message asks for no acknowledgement')
  if (found.status !== 'sent') throw refuse('A reminder can be sent once the message is sent')
  if (found.nudgedAt !== null) throw refuse('A reminder has been sent already')
  const now = scope.core.clock.now()
  const added = await scope.rows(insertNudges, { messageId: id, now })
  if (added.length === 0) throw refuse('Everyone who can be emailed has acknowledged this message')
  await MessageModel.query(scope.trx)
    .findById(id)
    .patch({ nudgedAt: now.toISOString(), updatedAt: nextVersion(scope.core.clock, found.updatedAt) })
  await scope.core.jobs.send(scope, sendMessages, {})
  const people = countText(added.length, 'person', 'people')
  await recordMessage(scope, id, { action: 'message.nudged', description: `Reminded ${people} of a message` })
  return getMessage(scope, id)
}
