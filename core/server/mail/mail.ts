import { z } from 'zod'
import type { Core, Scope } from '../core.ts'
import { statement } from '../database/statement.ts'
import { systemActor } from '../identity/actor.ts'
import { anyAttempt } from '../jobs/attempt.ts'
import { defineJob } from '../jobs/jobs.ts'
import { seal, unseal } from '../secrets.ts'
import { readMailPassword } from '../settings/settings.ts'
import { type MailLine, type MailParagraph, onOneLine, withSecret, renderBody } from './body.ts'
import { failureInWords, isFinalRefusal, submit } from './transport.ts'

export interface NewMessage {
  to: string
  subject: string
  /** A secret in it is kept encrypted until the message is sent, and never stored readable. */
  body: readonly MailParagraph[]
  /**
   * A `link` to what ends mails like this when it is sent a POST, without signing in (RFC 8058); for mails that come again
   * and again. Its token is the secret of the body, where a link for people has it too.
   */
  unsubscribe?: MailLine
  /** Address of the person who wrote it, for replies; the sender's without it. */
  replyTo?: string
  /** The organization concerned, where the scope is the platform's. */
  tenantId?: string | null
}

/** Writes a message down in the caller's transaction and has it sent after the commit. */
export async function sendMail(scope: Scope, message: NewMessage): Promise<void> {
  await sendMails(scope, [message])
}

/**
 * Sends up to a thousand messages as `sendMail` does, with one statement for all of them.
 * @returns their ids, in the same order
 */
export async function sendMails(scope: Scope, messages: readonly NewMessage[]): Promise<string[]> {
  if (messages.length === 0) return []
  const rows = messages.map(({ to, subject, body, unsubscribe, replyTo, tenantId }) => {
    const { text, secret, secretLine } = renderBody(body)
    if (unsubscribe && unsubscribe.secret !== secret) throw new Error('Both links to unsubscribe have one token')
    return {
      recipient: to,
      subject: onOneLine(subject),
      body: text,
      secret: secret === null ? null : seal(scope.core.env.sessionKey, secret),
      secretLine,
      unsubscribe: unsubscribe?.text ?? null,
      replyTo: replyTo ?? null,
      tenantId: scope.kind === 'tenant' ? scope.tenantId : (tenantId ?? null),
    }
  })
  const inserted = await scope.trx<{ id: string }>('mail_messages').insert(rows as object[], ['id'])
  const ids = inserted.map(({ id }) => id)
  // Not the organization's own job: what tells people of a suspension must arrive during it.
  await scope.core.jobs.sendAll(
    scope,
    deliverMail,
    ids.map((messageId, index) => ({ messageId, tenantId: rows[index]?.tenantId ?? null })),
  )
  return ids
}

interface Waiting {
  recipient: string
  subject: string
  body: string
  secret: Buffer | null
  secretLine: number | null
  unsubscribe: string | null
  replyTo: string | null
}

// With pauses that grow to an hour, a mail server may be down for a day.
const MAX_RETRIES = 36

/**
 * Sends one message with the mail server of the global settings; without one it stays `held`. While the server is
 * down the message waits as `pending` and is tried again with growing pauses; refused for good it is `failed`. Where a
 * worker is lost while it hands a message over, the next one sends it once more: rather twice than never. Both have the
 * same Message-ID, by which mail servers and programs know the second one.
 */
export const deliverMail = defineJob({
  name: 'mail.deliver',
  scope: 'none',
  payload: z.object({ messageId: z.uuid(), tenantId: z.uuid().nullable() }),
  retries: MAX_RETRIES,
  run: async (core, { messageId }) => {
    const settings = await core.settings.current()
    const prepared = await core.db.platform(systemActor, async (scope) => {
      const message = await scope
        .trx('mail_messages')
        .where({ id: messageId })
        .whereIn('status', ['pending', 'held'])
        .first<Waiting | undefined>('recipient', 'subject', 'body', 'secret', 'secretLine', 'unsubscribe', 'replyTo')
      if (message && !settings.mailHost)
        await scope.trx('mail_messages').where({ id: messageId }).update({ status: 'held' })
      return { message, password: await readMailPassword(scope) }
    })
    if (!prepared.message || !settings.mailHost) return
    await deliver(core, messageId, prepared.message, prepared.password)
  },
})

const updateToSent = statement(
  `update mail_messages set status = 'sent', attempts = attempts + 1, error = null, secret = null, sent_at = $2 where id = $1`,
)

async function deliver(core: Core, messageId: string, message: Waiting, password: string | undefined): Promise<void> {
  const settings = await core.settings.current()
  const secret = message.secret ? (unseal(core.env.sessionKey, message.secret) ?? '') : ''
  try {
    await submit(core.env, settings, password, {
      id: messageId,
      to: message.recipient,
      subject: message.subject,
      text: withSecret(message.body, message.secretLine, secret),
      ...(message.unsubscribe === null ? {} : { unsubscribe: message.unsubscribe + secret }),
      ...(message.replyTo === null ? {} : { replyTo: message.replyTo }),
    })
  } catch (error) {
    const words = failureInWords(error, settings)
    const isFinal = await anyAttempt(() => noteFailure(core, messageId, error, words))
    if (isFinal) return
    throw error
  }
  await anyAttempt(() =>
    core.db.platform(systemActor, (scope) => scope.rows(updateToSent, [messageId, core.clock.now().toISOString()])),
  )
}

const updateFailedAttempt = statement(
  z.object({ status: z.string() }),
  `update mail_messages set attempts = attempts + 1, error = $2,
              status = case when $3 or attempts >= $4 then 'failed' else status end
        where id = $1 and status <> 'sent' returning status`,
)

/** @returns whether there is no use in trying again, so that the message is `failed` from now on */
async function noteFailure(core: Core, messageId: string, error: unknown, words: string): Promise<boolean> {
  const [noted] = await core.db.platform(systemActor, (scope) =>
    scope.rows(updateFailedAttempt, [messageId, words.slice(0, 500), isFinalRefusal(error), MAX_RETRIES]),
  )
  return noted?.status === 'failed'
}
