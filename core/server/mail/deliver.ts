import { z } from 'zod'
import { mailClasses, type MailClass } from '#core/contract/mail.ts'
import type { Core, PlatformScope } from '../core.ts'
import { statement } from '../database/statement.ts'
import { systemActor } from '../identity/actor.ts'
import { anyAttempt } from '../jobs/attempt.ts'
import { defineJob } from '../jobs/jobs.ts'
import { unseal } from '../secrets.ts'
import { readMailPassword } from '../settings/settings.ts'
import { link, withSecret, textIn } from './body.ts'
import { inLanguage } from '../text.ts'
import { brandOf, type Organization } from './brand.ts'
import { footerOf, isOptional, UNSUBSCRIBE_PATH } from './footer.ts'
import { composeHtml, type WrittenLine } from './html.ts'
import { waitForTurn } from './pace.ts'
import { noteBounce } from './suppressions.ts'
import { bounceCode, failureInWords, isFinalRefusal, isRefusedSender, submit, type Submission } from './transport.ts'
import { unsubscribeToken } from './unsubscribe.ts'

const waiting = z.object({
  recipient: z.string(),
  subject: z.string(),
  body: z.string(),
  class: z.enum(mailClasses),
  linkLines: z.array(z.number()),
  secret: z.instanceof(Buffer).nullable(),
  secretLine: z.number().nullable(),
  unsubscribe: z.string().nullable(),
  replyTo: z.string().nullable(),
  tenantId: z.string().nullable(),
  language: z.string(),
  isUnsubscribed: z.boolean(),
  organization: z
    .object({
      name: z.string(),
      subdomain: z.string(),
      branding: z.record(z.string(), z.unknown()),
      replyTo: z.string().nullable(),
      postalAddress: z.string(),
    })
    .nullable(),
})
type Waiting = z.infer<typeof waiting>

const selectWaiting = statement(
  waiting,
  `select m.recipient, m.subject, m.body, m.class, m.language, m.link_lines as "linkLines", m.secret, m.secret_line as "secretLine",
      m.unsubscribe, m.reply_to as "replyTo", m.tenant_id as "tenantId",
      exists (select from mail_suppressions x where x.tenant_id is not distinct from m.tenant_id
        and fold(x.address) = fold(m.recipient) and x.class = m.class and x.reason = 'unsubscribed') as "isUnsubscribed",
      case when t.id is not null then jsonb_build_object('name', t.name, 'subdomain', t.subdomain,
        'branding', t.branding, 'replyTo', s.reply_to, 'postalAddress', coalesce(s.postal_address, '')) end as organization
    from mail_messages m
      left join tenants t on t.id = m.tenant_id and not m.is_from_platform
      left join email_senders s on s.tenant_id = t.id
    where m.id = $messageId and m.status in ('pending', 'held')`,
)

const updateToSuppressed = statement(
  `update mail_messages set status = 'suppressed', error = null, secret = null where id = $1`,
)

// With delays that grow to an hour, the retries outlast a mail server outage of one day.
const MAX_RETRIES = 36

/** Messages that a node sends concurrently: a mail server answers in a second or so. */
const CONCURRENCY = 4

/**
 * Sends one message with the mail server of the global settings; without one it stays `held`. While the server is
 * down the message stays `pending` and is retried with growing delays; a permanent refusal makes it `failed`. When a
 * worker is lost while it sends a message, another one sends it again: a duplicate is better than a loss. Both copies
 * have the same Message-ID, by which mail servers and email programs recognize the duplicate.
 */
export const deliverMail = defineJob({
  name: 'mail.deliver',
  scope: 'none',
  payload: z.object({ messageId: z.uuid(), tenantId: z.uuid().nullable() }),
  retries: MAX_RETRIES,
  concurrency: CONCURRENCY,
  run: async (core, { messageId }) => {
    const settings = await core.settings.current()
    // Before the message is read: another job may have sent it meanwhile.
    if (settings.mailHost) await waitForTurn(core)
    const prepared = await core.db.platform(systemActor, async (scope) => {
      const [message] = await scope.rows(selectWaiting, { messageId })
      // The recipient may have opted out since: the message may have waited for a mail server for days.
      if (message?.isUnsubscribed) {
        await scope.rows(updateToSuppressed, [messageId])
        return { message: undefined, password: undefined }
      }
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
  try {
    await submit(
      core.env,
      settings,
      password,
      await inLanguage(message.language, () => composeMessage(core, messageId, message)),
    )
  } catch (error) {
    const words = failureInWords(error, settings)
    const isFinal = await anyAttempt(() =>
      core.db.platform(systemActor, (scope) => noteFailure(scope, messageId, message, error, words)),
    )
    if (isRefusedSender(error)) core.log.error({ err: error }, 'the mail server refuses the sender of this platform')
    if (isFinal) return
    throw error
  }
  await anyAttempt(() =>
    core.db.platform(systemActor, (scope) => scope.rows(updateToSent, [messageId, core.clock.now().toISOString()])),
  )
}

/** Writes text and HTML of a message from the same lines, in the look of its organization. */
async function composeMessage(
  core: Core,
  id: string,
  message: Omit<Waiting, 'organization' | 'isUnsubscribed'> & { organization: Organization | null },
): Promise<Submission> {
  const { env } = core
  const { recipient, subject, linkLines, secretLine, class: kind, organization } = message
  const settings = await core.settings.current()
  const brand = brandOf(env, settings, organization)
  const secret = message.secret ? (unseal(env.sessionKey, message.secret) ?? '') : ''
  const text = withSecret(message.body, secretLine, secret)
  const token = isOptional(kind) && message.unsubscribe === null ? unsubscribeToken(env, id) : null
  const footer: WrittenLine[][] = footerOf(env, brand, kind, token).map((paragraph) =>
    paragraph.map((one) => ({ text: textIn(message.language, one) + (one.secret ?? ''), isLink: one.isLink ?? false })),
  )
  const lines = text.split('\n').map((one, index) => ({ text: one, isLink: linkLines.includes(index) }))
  const own = link(env, brand.subdomain, UNSUBSCRIBE_PATH, token ?? '')
  const unsubscribe =
    token === null ? message.unsubscribe && message.unsubscribe + secret : own.text + (own.secret ?? '')
  return {
    id,
    to: recipient,
    subject,
    text: `${text}\n\n-- \n${footer.map((one) => one.map((written) => written.text).join('\n')).join('\n\n')}\n`,
    html: composeHtml(env, brand, { subject, lines, footer }),
    fromName: organization === null ? settings.fromName : `${organization.name} via ${settings.fromName}`,
    replyTo: message.replyTo ?? brand.replyTo,
    ...(unsubscribe === null ? {} : { unsubscribe }),
  }
}

const updateFailedAttempt = statement(
  z.object({ status: z.enum(['pending', 'held', 'failed', 'suppressed']) }),
  `update mail_messages set attempts = attempts + 1, error = $2,
              status = case when $3 or attempts >= $4 then 'failed' else status end
        where id = $1 and status <> 'sent' returning status`,
)

/** @returns true if a retry is pointless; the message is then `failed` */
async function noteFailure(
  scope: PlatformScope,
  messageId: string,
  message: { recipient: string; class: MailClass; tenantId: string | null },
  error: unknown,
  words: string,
): Promise<boolean> {
  const [noted] = await scope.rows(updateFailedAttempt, [
    messageId,
    words.slice(0, 500),
    isFinalRefusal(error),
    MAX_RETRIES,
  ])
  const code = bounceCode(error)
  if (noted && code !== undefined) await noteBounce(scope, messageId, message, code)
  return noted?.status === 'failed'
}
