import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { line, link } from '#core/server/mail/body.ts'
import { sendMails, type NewMessage } from '#core/server/mail/mail.ts'
import { listText } from '#core/server/texts.ts'
import { isNotified } from '../../../base/families/server/children.ts'
import { isDecider } from './consent-state.ts'

const requestEmail = z.object({
  email: z.string(),
  title: z.string(),
  children: z.array(z.string()),
  studentId: z.uuid(),
})

// Notified guardians who may not see the child could not answer.
const selectRecipients = statement(
  requestEmail,
  `select u.email, v.title, array_agg(s.first_name::text order by s.first_name, s.id) as children,
      (array_agg(s.id order by s.first_name, s.id))[1] as "studentId"
    from unnest($consentIds::uuid[], $studentIds::uuid[]) as asked (consent_id, student_id)
      join consents c on c.id = asked.consent_id
      join consent_versions v on v.tenant_id = c.tenant_id and v.consent_id = c.id and v.number = c.version
      join students s on s.id = asked.student_id
      join parent_students l on l.tenant_id = s.tenant_id and l.student_id = s.id and ${isDecider}
      join users u on u.tenant_id = l.tenant_id and u.id = l.parent_id and ${isNotified('l', 'u')}
    group by u.id, u.email, c.id, v.title order by u.id, lower(v.title), c.id`,
)

const selectOrganization = statement(
  z.object({ name: z.string(), subdomain: z.string() }),
  'select name, subdomain from tenants where id = $tenantId',
)

/** Number of messages inserted by one statement. */
const BATCH_SIZE = 1000

/** Emails guardians about missing answers, one email each. @returns the number of emails */
export async function mailRequests(
  scope: TenantScope,
  asked: readonly { consentId: string; studentId: string }[],
): Promise<number> {
  if (asked.length === 0) return 0
  const consentIds = asked.map(({ consentId }) => consentId)
  const found = await scope.rows(selectRecipients, { consentIds, studentIds: asked.map(({ studentId }) => studentId) })
  const [organization] = await scope.rows(selectOrganization, { tenantId: scope.tenantId })
  if (!organization) return 0
  const messages = [...Map.groupBy(found, ({ email }) => email)].map(([to, waiting]): NewMessage => ({
    to,
    subject: `${organization.name} waits for your answer`,
    body: [
      line`Hello,`,
      line`${organization.name} asks for your consent, and has no answer that still holds:`,
      waiting.map(({ title, children }) => line`  ${title}, for ${listText(children)}`),
      line`Read and answer here:`,
      link(scope.core.env, organization.subdomain, `/parent-portal?child=${waiting[0]?.studentId ?? ''}&at=consents`),
      line`You decide freely, and can change your answer there at any time.`,
    ],
  }))
  for (let start = 0; start < messages.length; start += BATCH_SIZE) {
    await sendMails(scope, messages.slice(start, start + BATCH_SIZE))
  }
  return messages.length
}
