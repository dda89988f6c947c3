import { createTransport } from 'nodemailer'
import { z } from 'zod'
import type { Core, Scope } from '../core.ts'
import { systemActor } from '../identity/actor.ts'
import { defineJob } from '../jobs/jobs.ts'
import { seal, unseal } from '../secrets.ts'
import { readMailPassword } from '../settings/settings.ts'

export interface NewMessage {
  to: string
  subject: string
  /** Plain text. `{{secret}}` in it becomes `secret` when the message is sent, and is never stored readable. */
  text: string
  /** A temporary password or a single-use link, kept encrypted until the message is sent. */
  secret?: string
  /** The organization concerned, where the scope is the platform's. */
  tenantId?: string | null
}

/** Writes a message down in the caller's transaction and has it sent after the commit. */
export async function sendMail(scope: Scope, message: NewMessage): Promise<void> {
  const tenantId = scope.kind === 'tenant' ? scope.tenantId : (message.tenantId ?? null)
  const [row] = await scope.trx('mail_messages').insert(
    {
      recipient: message.to,
      // A line break in a header would let a text add headers of its own.
      subject: message.subject.replace(/[\r\n]+/g, ' '),
      body: message.text,
      secret: message.secret === undefined ? null : seal(scope.core.env.sessionKey, message.secret),
      tenantId,
    },
    ['id'],
  )
  // Not the organization's own job: what tells people of a suspension must arrive during it.
  await scope.core.jobs.send(scope, deliverMail, { messageId: (row as { id: string }).id, tenantId })
}

interface Waiting {
  recipient: string
  subject: string
  body: string
  secret: Buffer | null
}

/**
 * Sends one message with the mail server of the global settings; without one it stays `held`. While the server is
 * down the message waits as `pending` and is tried again with growing pauses.
 */
export const deliverMail = defineJob({
  name: 'mail.deliver',
  scope: 'none',
  payload: z.object({ messageId: z.uuid(), tenantId: z.uuid().nullable() }),
  // With pauses that grow to an hour, a mail server may be down for a day.
  retries: 36,
  run: async (core, { messageId }) => {
    const settings = await core.settings.current()
    const prepared = await core.db.platform(systemActor, async (scope) => {
      const message = await scope
        .trx('mail_messages')
        .where({ id: messageId })
        .whereIn('status', ['pending', 'held'])
        .first<Waiting | undefined>('recipient', 'subject', 'body', 'secret')
      if (message && !settings.mailHost)
        await scope.trx('mail_messages').where({ id: messageId }).update({ status: 'held' })
      return { message, password: await readMailPassword(scope) }
    })
    if (!prepared.message || !settings.mailHost) return
    await deliver(core, messageId, prepared.message, prepared.password)
  },
})

async function deliver(core: Core, messageId: string, message: Waiting, password: string | undefined): Promise<void> {
  const settings = await core.settings.current()
  const transport = createTransport({
    host: settings.mailHost,
    port: settings.mailPort,
    secure: settings.mailUseTls && settings.mailPort === 465,
    requireTLS: settings.mailUseTls && settings.mailPort !== 465,
    ignoreTLS: !settings.mailUseTls,
    ...(settings.mailUsername ? { auth: { user: settings.mailUsername, pass: password ?? '' } } : {}),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  })
  const secret = message.secret ? (unseal(core.env.sessionKey, message.secret) ?? '') : ''
  try {
    await transport.sendMail({
      from: { name: settings.fromName, address: settings.fromEmail || settings.supportEmail },
      to: message.recipient,
      subject: message.subject,
      text: message.body.replaceAll('{{secret}}', secret),
    })
  } catch (error) {
    await core.db.platform(systemActor, (scope) =>
      scope.rows('mail.failed', 'update mail_messages set attempts = attempts + 1, error = $2 where id = $1', [
        messageId,
        String(error).slice(0, 500),
      ]),
    )
    throw error
  } finally {
    transport.close()
  }
  await core.db.platform(systemActor, (scope) =>
    scope.rows(
      'mail.sent',
      `update mail_messages set status = 'sent', attempts = attempts + 1, error = null, secret = null, sent_at = $2 where id = $1`,
      [messageId, core.clock.now().toISOString()],
    ),
  )
}
