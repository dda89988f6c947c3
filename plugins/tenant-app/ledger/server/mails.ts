import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { line, link } from '#core/server/mail/body.ts'
import { sendMails } from '#core/server/mail/mail.ts'
import type { ViewedKind } from '../contract.ts'

const adminsOf = statement(
  z.object({ email: z.string(), organization: z.string(), subdomain: z.string() }),
  `select u.email, t.name as organization, t.subdomain from users u join tenants t on t.id = u.tenant_id
    where u.tenant_id = $tenantId and u.role = 'tenant_admin' and u.is_active and u.email is not null order by u.id`,
)

const studentNamed = statement(
  z.object({ name: z.string() }),
  `select first_name || ' ' || last_name as name from students where id = $studentId`,
)

/** Of the organization's active admins, by whom mails arrive. */
export const adminsOfOrganization = (scope: TenantScope) => scope.rows(adminsOf, { tenantId: scope.tenantId })

/** In a sentence: 'opened the … of Ada King'. */
export const thingsSeen: Record<ViewedKind, string> = {
  health: 'health data',
  emergency: 'emergency contact',
  restrictions: 'guardians’ restrictions',
  consents: 'consents',
}

/** Tells every admin at once that platform staff looked. What was seen and why stands in the ledger alone. */
export async function tellAdmins(
  scope: TenantScope,
  { viewerName, studentId, what }: { viewerName: string; studentId: string; what: ViewedKind },
): Promise<void> {
  const [admins, [student]] = await Promise.all([adminsOfOrganization(scope), scope.rows(studentNamed, { studentId })])
  const { platformName, supportEmail } = await scope.core.settings.current()
  await sendMails(
    scope,
    admins.map(({ email, organization, subdomain }) => ({
      to: email,
      subject: `${platformName} staff opened a student’s record`,
      body: [
        line`Hello,`,
        line`${viewerName} of ${platformName} has just opened the ${thingsSeen[what]} of ${student?.name ?? 'a student'} in ${organization}, and had to say why.`,
        line`The reason stands in the ledger of your organization:`,
        link(scope.core.env, subdomain, '/org-settings?tab=access'),
        line`If you did not expect this, write to ${supportEmail}.`,
      ],
    })),
  )
}
