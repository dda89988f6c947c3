import { z } from 'zod'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import type { MailParagraph } from '#core/server/mail/body.ts'
import { sendMails } from '#core/server/mail/mail.ts'

/** An email that is sent once, however often its event is announced. */
export interface Notice {
  /** Says what it is about; a second one with the same key is dropped: `invoice:<id>`. At most 200 characters. */
  key: string
  tenantId: string
  to: string
  subject: string
  body: readonly MailParagraph[]
}

const insertNotices = statement(
  z.object({ key: z.string() }),
  `insert into billing_notices (key, tenant_id, created_at)
     select key, "tenantId", $2 from jsonb_to_recordset($1::jsonb) as n (key text, "tenantId" uuid)
     on conflict (key) do nothing returning key`,
)

/** Sends the notices that were not sent yet, with the commit of the scope; a few statements for up to a thousand notices. */
export async function sendOnce(scope: PlatformScope, notices: readonly Notice[]): Promise<void> {
  if (notices.length === 0) return
  const added = await scope.rows(insertNotices, [
    JSON.stringify(notices.map(({ key, tenantId }) => ({ key, tenantId }))),
    scope.core.clock.now().toISOString(),
  ])
  const keys = new Set(added.map(({ key }) => key))
  await sendMails(
    scope,
    notices.flatMap((notice) => (keys.has(notice.key) ? [{ ...notice, isFromPlatform: true }] : [])),
  )
}
