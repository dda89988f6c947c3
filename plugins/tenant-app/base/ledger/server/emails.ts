import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { line, link } from '#core/server/mail/body.ts'
import { sendMails } from '#core/server/mail/mail.ts'
import type { ViewedKind } from '../contract.ts'

/** Selects the active admins of an organization who have an email address. */
export const selectAdmins = statement(
  z.object({ id: z.uuid(), email: z.string(), organization: z.string(), subdomain: z.string() }),
  `select u.id, u.email, t.name as organization, t.subdomain from users u join tenants t on t.id = u.tenant_id
    where u.tenant_id = $tenantId and u.role = 'tenant_admin' and u.is_active and u.email is not null order by u.id`,
)

const selectSubjectName = statement(
  z.object({ name: z.string() }),
  `select first_name || ' ' || last_name as name from students where tenant_id = $tenantId and id = $studentId
    union all select first_name || ' ' || last_name from users where tenant_id = $tenantId and id = $personId limit 1`,
)

/** Lists the active admins of the scope's organization who have an email address. */
export const listAdmins = (scope: TenantScope) => scope.rows(selectAdmins, { tenantId: scope.tenantId })

/** In a sentence: 'opened the … of Ada King'. */
export const viewedKindTexts: Record<ViewedKind, string> = {
  health: 'health data',
  emergency: 'emergency contact',
  restrictions: 'guardians’ restrictions',
  consents: 'consents',
  accommodations: 'accommodations',
  'admin-access': 'access to accounts',
  alert: 'alert line',
}

interface Viewed {
  viewerName: string
  studentId: string | null
  personId: string | undefined
  what: ViewedKind
}

/** Notifies every admin at once of a view by platform staff. Only the ledger contains the reason. */
export async function notifyAdmins(
  scope: TenantScope,
  { viewerName, studentId, personId, what }: Viewed,
): Promise<void> {
  const { tenantId } = scope
  const [admins, [subject]] = await Promise.all([
    listAdmins(scope),
    scope.rows(selectSubjectName, { tenantId, studentId, personId: personId ?? null }),
  ])
  const { platformName, supportEmail } = await scope.core.settings.current()
  await sendMails(
    scope,
    admins.map(({ email, organization, subdomain }) => ({
      to: email,
      subject: `${platformName} staff opened a student’s record`,
      body: [
        line`Hello,`,
        line`${viewerName} of ${platformName} has just opened the ${viewedKindTexts[what]} of ${subject?.name ?? 'a student'} in ${organization}, and had to say why.`,
        line`The reason is in your organization’s access log:`,
        link(scope.core.env, subdomain, '/org-settings?tab=access'),
        line`If you did not expect this, write to ${supportEmail}.`,
      ],
    })),
  )
}
