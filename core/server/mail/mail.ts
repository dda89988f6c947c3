import { z } from 'zod'
import { SOURCE_LANGUAGE } from '#core/contract/languages.ts'
import { mailClasses, type MailClass } from '#core/contract/mail.ts'
import type { Scope } from '../core.ts'
import { statement } from '../database/statement.ts'
import { prioritiesInTurn } from '../jobs/turns.ts'
import { seal } from '../secrets.ts'
import { type MailLine, type MailParagraph, onOneLine, renderBody, textIn } from './body.ts'
import { deliverMail } from './deliver.ts'
import { listSuppressed } from './suppressions.ts'

export interface NewMessage {
  to: string
  subject: string | MailLine
  /** Language of the recipient; English by default. */
  language?: string
  /** A secret in it is stored encrypted until the message is sent, never in plain text. */
  body: readonly MailParagraph[]
  /** Its urgency, and whether users can turn it off; `essential` by default. */
  class?: MailClass
  /** The platform is the sender of an email about an organization. */
  isFromPlatform?: true
  /**
   * A `link` to what ends mails like this when it is sent a POST, without signing in (RFC 8058), where the recipient chose
   * these by themselves; news and conversations have one by themselves. Its token is the secret of the body, where a link for people has it too.
   */
  unsubscribe?: MailLine
  /** Address of the person who wrote it, for replies; the organization's without it. */
  replyTo?: string
  /** The organization concerned, where the scope is the platform's. */
  tenantId?: string | null
}

/** Stores a message in the caller's transaction; a job sends it after the commit. */
export async function sendMail(scope: Scope, message: NewMessage): Promise<void> {
  await sendMails(scope, [message])
}

/**
 * Sends up to a thousand messages as `sendMail` does, with one statement for all of them. Messages to an address that
 * bounced, or whose owner turned the class off, are stored as suppressed.
 * @returns their ids, in the same order
 */
export async function sendMails(scope: Scope, messages: readonly NewMessage[]): Promise<string[]> {
  if (messages.length === 0) return []
  const rows = messages.map(
    ({ to, subject, body, language = SOURCE_LANGUAGE, unsubscribe, replyTo, tenantId, ...message }) => {
      const { text, secret, secretLine, linkLines } = renderBody(body, language)
      if (unsubscribe && unsubscribe.secret !== secret) throw new Error('Both links to unsubscribe have one token')
      return {
        recipient: to,
        subject: typeof subject === 'string' ? onOneLine(subject) : textIn(language, subject),
        body: text,
        class: message.class ?? 'essential',
        language,
        linkLines,
        isFromPlatform: message.isFromPlatform ?? false,
        secret: secret === null ? null : seal(scope.core.env.sessionKey, secret),
        secretLine,
        unsubscribe: unsubscribe?.text ?? null,
        replyTo: replyTo ?? null,
        tenantId: scope.kind === 'tenant' ? scope.tenantId : (tenantId ?? null),
      }
    },
  )
  const suppressed = await listSuppressed(scope, rows)
  const inserted = await scope
    .trx<{ id: string }>('mail_messages')
    .insert(
      rows.map((row) => (suppressed.has(row) ? { ...row, status: 'suppressed', secret: null } : row)) as object[],
      ['id'],
    )
  const ids = inserted.map(({ id }) => id)
  const sent = rows.flatMap(({ class: kind, tenantId }, index) => {
    const id = ids[index]
    return id === undefined || suppressed.has(rows[index] as (typeof rows)[number]) ? [] : [{ id, kind, tenantId }]
  })
  await queueDelivery(scope, sent)
  return ids
}

interface Queued {
  id: string
  kind: MailClass
  tenantId: string | null
}

const countWaiting = statement(
  z.object({ tenantId: z.string().nullable(), kind: z.enum(mailClasses), count: z.number() }),
  `select tenant_id as "tenantId", class as kind, count(*)::int as count from mail_messages
    where status = 'pending' and (tenant_id = any ($tenantIds::uuid[]) or tenant_id is null) and class = any ($classes)
    group by tenant_id, class`,
)

/** Sends jobs that deliver stored messages: urgent classes first, and within a class organizations take turns. */
export async function queueDelivery(scope: Scope, messages: readonly Queued[]): Promise<void> {
  if (messages.length === 0) return
  const waiting = await scope.rows(countWaiting, {
    tenantIds: [...new Set(messages.flatMap(({ tenantId }) => tenantId ?? []))],
    classes: [...new Set(messages.map(({ kind }) => kind))],
  })
  // Not the organization's own job: the notice of a suspension must arrive during it.
  await scope.core.jobs.sendAll(
    scope,
    deliverMail,
    messages.map(({ id, tenantId }) => ({ messageId: id, tenantId })),
    { priorities: prioritiesInTurn(mailClasses, messages, waiting) },
  )
}
