import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { line, link } from '#core/server/mail/body.ts'
import { sendMails } from '#core/server/mail/mail.ts'
import { longDate } from '#core/server/words.ts'
import { adminsOfOrganization } from '../../ledger/server/mails.ts'
import type { DataExportModel } from './data-export.ts'
import { inShort } from './readme.ts'

const zone = statement(z.object({ timeZone: z.string() }), 'select time_zone as "timeZone" from tenants where id = $id')

/** Tells every admin that all data of the organization can be downloaded: whoever did not expect it can stop it. */
export async function tellOfExport(scope: TenantScope, made: DataExportModel): Promise<void> {
  const { createdByName, includesHealth, expiresAt, rowCount, fileCount, size } = made
  const admins = await adminsOfOrganization(scope)
  const [found] = await scope.rows(zone, { id: scope.tenantId })
  const contents = inShort({ rows: rowCount ?? 0, files: fileCount ?? 0, size: size ?? 0 })
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
