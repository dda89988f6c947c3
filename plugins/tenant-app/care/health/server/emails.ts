import type { TenantScope } from '#core/server/core.ts'
import { line, link } from '#core/server/mail/body.ts'
import { sendMails } from '#core/server/mail/mail.ts'
import { listAdmins } from '../../../base/ledger/server/emails.ts'
import { nameOf } from './save-health.ts'

/** Notifies admins of a guardian's new proposal; its content opens on the student's page only. */
export async function mailProposal(scope: TenantScope, studentId: string): Promise<void> {
  const [admins, name] = await Promise.all([listAdmins(scope), nameOf(scope, studentId)])
  await sendMails(
    scope,
    admins.map(({ email, organization, subdomain }) => ({
      to: email,
      subject: `A change for ${name} waits for your answer`,
      body: [
        line`Hello,`,
        line`A guardian of ${name} proposes to change what ${organization} knows about the child. Please read it soon:`,
        link(scope.core.env, subdomain, `/students/${studentId}?tab=health`),
      ],
    })),
  )
}
