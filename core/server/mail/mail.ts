import { z } from 'zod'
import { mailClasses, type MailClass } from '#core/contract/mail.ts'
import type { Scope } from '../core.ts'
import { statement } from '../database/statement.ts'
import { seal } from '../secrets.ts'
import { type MailLine, type MailParagraph, onOneLine, renderBody } from './body.ts'
import { deliverMail } from './deliver.ts'
import { listSuppressed } from './suppressions.ts'

export interface NewMessage {
  to: string
  subject: string
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
  const rows = messages.map(({ to, subject, body, unsubscribe, replyTo, tenantId, ...message }) => {
    const { text, secret, secretLine, linkLines } = renderBody(body)
    if (unsubscribe && unsubscribe.secret !== secret) throw new Error('Both links to unsubscribe have one token')
    return {
      recipient: to,
      subject: onOneLine(subject),
      body: text,
      class: message.class ?? 'essential',
      linkLines,
      isFromPlatform: message.isFromPlatform ?? false,
      secret: secret === null ? null : seal(scope.core.env.sessionKey, secret),
      secretLine,
      unsubscribe: unsubscribe?.text ?? null,
      replyTo: replyTo ?? null,
      tenantId: scope.kind === 'tenant' ? scope.tenantId : (tenantId ?? null),
    }
  })
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
  z.object({ tenantId: z.string().nullable(), class: z.enum(mailClasses), count: z.number() }),
  `select tenant_id as "tenantId", class, count(*)::int as count from mail_messages
    where status = 'pending' and (tenant_id = any ($tenantIds::uuid[]) or tenant_id is null) and class = any ($classes)
    group by tenant_id, class`,
)

/** Priorities reserved for one class, which order its jobs among each other. */
const MAX_RANK = 1_000_000

/**
 * Sends jobs that deliver stored messages. Urgent classes go first, and within a class organizations take turns: the
 * n-th message that waits for one organization comes after the first n - 1 of every other one.
 */
export async function queueDelivery(scope: Scope, messages: readonly Queued[]): Promise<void> {
  if (messages.length === 0) return
  const keyOf = (kind: MailClass, tenantId: string | null) => `${kind} ${tenantId ?? ''}`
  const waiting = await scope.rows(countWaiting, {
    tenantIds: [...new Set(messages.flatMap(({ tenantId }) => tenantId ?? []))],
    classes: [...new Set(messages.map(({ kind }) => kind))],
  })
  const ranks = new Map(waiting.map((row) => [keyOf(row.class, row.tenantId), row.count]))
  // The count includes these messages: the first of them comes after all earlier ones.
  for (const { kind, tenantId } of messages) {
    const key = keyOf(kind, tenantId)
    ranks.set(key, (ranks.get(key) ?? 0) - 1)
  }
  const priorities = messages.map(({ kind, tenantId }) => {
    const key = keyOf(kind, tenantId)
    const rank = Math.max(0, ranks.get(key) ?? 0)
    ranks.set(key, rank + 1)
    return (mailClasses.length - mailClasses.indexOf(kind)) * MAX_RANK - Math.min(rank, MAX_RANK - 1)
  })
  // Not the organization's own job: the notice of a suspension must arrive during it.
  await scope.core.jobs.sendAll(
    scope,
    deliverMail,
    messages.map(({ id, tenantId }) => ({ messageId: id, tenantId })),
    { priorities },
  )
}
