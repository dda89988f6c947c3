import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { line, link } from '#core/server/mail/body.ts'
import { sendMails } from '#core/server/mail/mail.ts'
import { countText } from '#core/server/texts.ts'
import { listGuardiansToNotify } from '../../../base/families/server/children.ts'
import { listAdmins } from '../../../base/ledger/server/emails.ts'

/** Notifies every admin at once of a serious report, without the child's name. */
export async function emailSeriousIncident(scope: TenantScope, id: string): Promise<void> {
  const by = scope.actor.user?.name ?? 'a staff member'
  await sendMails(
    scope,
    (await listAdmins(scope)).map(({ email, organization, subdomain }) => ({
      to: email,
      subject: `A serious incident report needs you now`,
      body: [
        line`Hello,`,
        line`${by} has submitted a serious incident report at ${organization}. Call the family, log the call, and then share the report:`,
        link(scope.core.env, subdomain, `/incidents/${id}`),
      ],
    })),
  )
}

/** Notifies the admins at the end of the day of how many submitted reports are not shared. */
export async function emailUnshared(scope: TenantScope, count: number): Promise<void> {
  await sendMails(
    scope,
    (await listAdmins(scope)).map(({ email, organization, subdomain }) => ({
      to: email,
      subject: `${countText(count, 'incident report')} not shared yet`,
      body: [
        line`Hello,`,
        line`${countText(count, 'incident report')} of ${organization} ${count === 1 ? 'is' : 'are'} submitted and not shared with the family yet:`,
        link(scope.core.env, subdomain, '/incidents?status=submitted'),
      ],
    })),
  )
}

const selectNotes = statement(
  z.object({
    studentId: z.uuid(),
    firstName: z.string(),
    dayPart: z.string(),
    organization: z.string(),
    subdomain: z.string(),
  }),
  `select s.id as "studentId", s.first_name as "firstName", t.name as organization, t.subdomain,
      case when extract(hour from i.occurred_at at time zone t.time_zone) < 12 then 'morning'
        when extract(hour from i.occurred_at at time zone t.time_zone) < 17 then 'afternoon' else 'evening' end as "dayPart"
    from incidents i join students s on s.tenant_id = i.tenant_id and s.id = i.student_id
      join tenants t on t.id = i.tenant_id
    where i.id = any($ids::uuid[]) order by i.id`,
)

/** Emails all guardians who may see the children and get notifications, without the content. */
export async function emailFamilies(scope: TenantScope, ids: readonly string[], isReminder: boolean): Promise<void> {
  const notes = await scope.rows(selectNotes, { ids })
  const guardians = await listGuardiansToNotify(scope, ...new Set(notes.map(({ studentId }) => studentId)))
  await sendMails(
    scope,
    notes.flatMap(({ studentId, firstName, dayPart, organization, subdomain }) =>
      guardians
        .filter((guardian) => guardian.studentId === studentId && guardian.maySee)
        .map(({ name, email }) => ({
          to: email,
          subject: `${isReminder ? 'Reminder: a' : 'A'} note about ${firstName} from ${organization}`.slice(0, 200),
          body: [
            line`Hello ${name},`,
            line`There is a note about ${firstName}’s ${dayPart}. Please read it.`,
            link(scope.core.env, subdomain, `/parent-portal?child=${studentId}&at=incidents`),
          ],
        })),
    ),
  )
}
