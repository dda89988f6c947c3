import type { Env } from '#config/env.ts'
import type { PlatformScope } from '#core/server/core.ts'
import { line, link, type MailParagraph } from '#core/server/mail/body.ts'
import { sendMails } from '#core/server/mail/mail.ts'

/** A mail that leaves once, however often the act that asks for it is repeated. */
export interface Notice {
  /** Says what it is about; a second one with the same key is dropped: `invoice:<id>`. At most 200 characters. */
  key: string
  tenantId: string
  to: string
  subject: string
  body: readonly MailParagraph[]
}

/** Whom an organization's billing mail goes to. */
export interface Addressee {
  tenantId: string
  subdomain: string
  /** Where invoices and reminders go. */
  recipient: string
}

export const settingsOf = (env: Env, { subdomain }: Addressee) => link(env, subdomain, '/org-settings')

export const noticeTo = (
  { tenantId, recipient }: Addressee,
  key: string,
  subject: string,
  paragraphs: readonly MailParagraph[],
): Notice => ({ key, tenantId, to: recipient, subject, body: [line`Hello,`, ...paragraphs] })

/**
 * Mails what has not been mailed yet, in the transaction of the act; a few statements for up to a thousand notices.
 * @returns the keys of those that are new
 */
export async function sendOnce(scope: PlatformScope, notices: readonly Notice[]): Promise<ReadonlySet<string>> {
  if (notices.length === 0) return new Set()
  const added = await scope.rows<{ key: string }>(
    'billing.addNotices',
    `insert into billing_notices (key, tenant_id, created_at)
     select key, "tenantId", $2 from jsonb_to_recordset($1::jsonb) as n (key text, "tenantId" uuid)
     on conflict (key) do nothing returning key`,
    [JSON.stringify(notices.map(({ key, tenantId }) => ({ key, tenantId }))), scope.core.clock.now().toISOString()],
  )
  const keys = new Set(added.map(({ key }) => key))
  await sendMails(
    scope,
    notices.filter(({ key }) => keys.has(key)),
  )
  return keys
}
