import { countText } from '#core/server/texts.ts'
import { z } from 'zod'
import { mailClasses, type MailFilter, type MailMessage, type MailMessageDetail } from '#core/contract/mail.ts'
import { LIST_CAP } from '#core/contract/paging.ts'
import { record } from '../audit.ts'
import type { Core, PlatformScope } from '../core.ts'
import { statement } from '../database/statement.ts'
import { AppError, notFound } from '../errors.ts'
import { PagedAnswer } from '../http/answers.ts'
import { systemActor } from '../identity/actor.ts'
import { defineJob } from '../jobs/jobs.ts'
import { withSecret } from './body.ts'
import { queueDelivery } from './mail.ts'

interface Filter {
  status?: MailFilter | undefined
  search?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

const columns = {
  id: 'm.id',
  recipient: 'm.recipient',
  subject: 'm.subject',
  status: 'm.status',
  attempts: 'm.attempts',
  error: 'm.error',
  createdAt: 'm.createdAt',
  sentAt: 'm.sentAt',
  tenantName: 't.name',
}

const messages = ({ trx }: PlatformScope) =>
  trx({ m: 'mail_messages' }).leftJoin({ t: 'tenants' }, 't.id', 'm.tenantId')

/** Messages of the platform, newest first. */
export async function listMessages(
  scope: PlatformScope,
  { status, search, limit = LIST_CAP, offset = 0 }: Filter,
): Promise<PagedAnswer<MailMessage>> {
  const fitting = messages(scope)
  if (status) void fitting.whereIn('m.status', status === 'waiting' ? ['pending', 'held'] : [status])
  if (search) void fitting.whereRaw('fold(m.recipient) like containing(?)', [search])
  const [counted] = await fitting.clone().count<{ count: number }[]>({ count: '*' })
  const rows = await fitting
    .select<MailMessage[]>(columns)
    .orderBy([
      { column: 'm.createdAt', order: 'desc' },
      { column: 'm.id', order: 'desc' },
    ])
    .limit(limit + 1)
    .offset(offset)
  return new PagedAnswer(rows, { limit, offset, total: counted?.count ?? 0 })
}

/** @throws not-found (404) */
export async function messageById(scope: PlatformScope, id: string): Promise<MailMessageDetail> {
  const found = await messages(scope)
    .where('m.id', id)
    .first<(MailMessage & { body: string; secretLine: number | null }) | undefined>({
      ...columns,
      body: 'm.body',
      secretLine: 'm.secretLine',
    })
  if (!found) throw notFound('Message')
  const { body, secretLine, ...message } = found
  return { ...message, body: withSecret(body, secretLine, '••••••••'), hasSecret: secretLine !== null }
}

async function needMailServer(scope: PlatformScope): Promise<void> {
  const { mailHost } = await scope.core.settings.current()
  if (!mailHost) {
    throw new AppError('mail.no-server', 409, 'There is no mail server to send with. Configure one under Email first.')
  }
}

const updateToPending = statement(
  z.object({ tenantId: z.string().nullable(), kind: z.enum(mailClasses) }),
  `update mail_messages set status = 'pending', attempts = 0, error = null
      where id = $1 and status in ('held', 'failed') returning tenant_id as "tenantId", class as kind`,
)

/**
 * Queues a held or failed message again.
 * @throws not-found (404), mail.no-server (409), mail.not-waiting (409) when it is queued or already sent
 */
export async function sendAgain(scope: PlatformScope, id: string): Promise<MailMessage> {
  await messageById(scope, id)
  await needMailServer(scope)
  // One statement takes the message and returns it: of two concurrent callers, only one sends it.
  const [taken] = await scope.rows(updateToPending, [id])
  if (!taken) throw new AppError('mail.not-waiting', 409, 'This message is on its way or was sent already')
  await queueDelivery(scope, [{ id, ...taken }])
  await record(scope, {
    action: 'mail.sent-again',
    category: 'system',
    description: 'Sent a message again',
    resource: 'mail_message',
    resourceId: id,
    tenantId: taken.tenantId,
  })
  return messageById(scope, id)
}

const countHeld = statement(
  z.object({ count: z.number() }),
  `select count(*) as count from mail_messages where status = 'held'`,
)

/** Queues all messages that are held now. @throws mail.no-server (409) */
export async function releaseHeld(scope: PlatformScope): Promise<{ released: number }> {
  await needMailServer(scope)
  const [held] = await scope.rows(countHeld)
  const released = held?.count ?? 0
  if (released > 0) {
    await scope.core.jobs.send(scope, releaseMail, { until: scope.core.clock.now().toISOString() })
    await record(scope, {
      action: 'mail.released',
      category: 'system',
      description: `Released ${countText(released, 'held message')}`,
      resource: 'mail_message',
    })
  }
  return { released }
}

/** Messages queued by one transaction. */
const BATCH_SIZE = 100

/** Queues held messages in batches; a repeated run continues with the rest. */
export const releaseMail = defineJob({
  name: 'mail.release',
  scope: 'none',
  payload: z.object({ until: z.iso.datetime() }),
  run: async (core, { until }) => {
    let batch: string[]
    let last: string | null = null
    do {
      batch = await releaseBatch(core, until, last)
      last = batch.at(-1) ?? null
    } while (batch.length === BATCH_SIZE)
  },
})

const updateHeldToPending = statement(
  z.object({ id: z.string(), tenantId: z.string().nullable(), kind: z.enum(mailClasses) }),
  `update mail_messages set status = 'pending', attempts = 0, error = null
        where id in (select id from mail_messages
                      where status = 'held' and created_at <= $1 and ($2::uuid is null or id > $2)
                      order by id limit ${BATCH_SIZE} for update skip locked)
       returning id, tenant_id as "tenantId", class as kind`,
)

/** Pages by id, not only by status: messages that are held again meanwhile must not be taken in an endless loop. */
async function releaseBatch(core: Core, until: string, after: string | null): Promise<string[]> {
  return core.db.platform(systemActor, async (scope) => {
    const taken = await scope.rows(updateHeldToPending, [until, after])
    await queueDelivery(scope, taken)
    return taken.map(({ id }) => id).toSorted()
  })
}
