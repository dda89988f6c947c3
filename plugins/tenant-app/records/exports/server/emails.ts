import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { line, link } from '#core/server/mail/body.ts'
import { sendMails } from '#core/server/mail/mail.ts'
import { longDate } from '#core/server/texts.ts'
import { listAdmins } from '../../../base/ledger/server/emails.ts'
import type { DataExportModel } from './data-export.ts'
import { summarizeArchive } from './readme.ts'

const selectTimeZone = statement(
  z.object({ timeZone: z.string() }),
  'select time_zone as "timeZone" from tenants where id = $id',
)

/** Notifies every admin that all data of the organization can be downloaded, so that an unexpected export can be stopped. */
export async function mailExport(scope: TenantScope, made: DataExportModel): Promise<void> {
  const { createdByName, includesHealth, expiresAt, rowCount, fileCount, size } = made
  const admins = await listAdmins(scope)
  const [found] = await scope.rows(selectTimeZone, { id: scope.tenantId })
  const contents = summarizeArchive({ rows: rowCount ?? 0, files: fileCount ?? 0, size: size ?? 0 })
  await sendMails(
    scope,
    admins.map(({ email, organization, subdomain }) => ({
      to: email,
      subject: `All data of ${organization} can be downloaded`,
      body: [
        line`Hello,`,
        line`${createdByName} asked for an export of all data of ${organization}. It is ready: ${contents}.`,
        includesHealth
          ? line`Health data, emergency contacts and restrictions are in it, and the ledger says so for each student.`
          : line`Health data, emergency contacts and restrictions are not in it.`,
        line`Admins can download it until ${longDate(expiresAt ?? '', found?.timeZone)}; then it is deleted:`,
        link(scope.core.env, subdomain, '/org-settings?tab=data'),
        line`If you did not expect this, delete it there and ask ${createdByName}.`,
      ],
    })),
  )
}

const selectRequester = statement(
  z.object({ email: z.string(), organization: z.string(), subdomain: z.string() }),
  `select u.email, t.name as organization, t.subdomain from users u join tenants t on t.id = u.tenant_id
    where u.id = $userId and u.is_active and u.email is not null`,
)

/** Notifies the requester that a person's data is ready; only the platform names the person. */
export async function mailPersonalExport(scope: TenantScope, made: DataExportModel): Promise<void> {
  const { createdBy, expiresAt } = made
  const [found] = await scope.rows(selectRequester, { userId: createdBy })
  if (!found) return
  const [place] = await scope.rows(selectTimeZone, { id: scope.tenantId })
  await sendMails(scope, [
    {
      to: found.email,
      subject: `Personal data from ${found.organization} can be downloaded`,
      body: [
        line`Hello,`,
        line`The personal data that you asked for is ready. You can download it until ${longDate(expiresAt ?? '', place?.timeZone)}; then it is deleted:`,
        link(scope.core.env, found.subdomain, pageOf(made)),
        line`If you did not ask for it, change your password and tell ${found.organization}.`,
      ],
    },
  ])
}

/** Page with the download. */
function pageOf({ createdBy, createdByRole, studentId, userId }: DataExportModel): `/${string}` {
  if (userId !== null) return userId === createdBy ? '/profile' : '/org-settings?tab=data'
  return createdByRole === 'parent'
    ? `/parent-portal?child=${studentId ?? ''}&tab=account`
    : `/students/${studentId ?? ''}`
}
