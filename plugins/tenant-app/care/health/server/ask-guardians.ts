import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { lookForOrganizations } from '#core/server/jobs/organizations-due.ts'
import { line, link } from '#core/server/mail/body.ts'
import { sendMails } from '#core/server/mail/mail.ts'
import { listText } from '#core/server/texts.ts'
import { listGuardiansToNotify } from '../../../base/families/server/children.ts'
import { notificationSetting } from '../../../shared/server/notifications.ts'
import { getLocalDay } from '../../../shared/server/time-zone.ts'
import { checkedBefore } from './records.ts'

/** Number of children per run, with a thousand guardians at most; another run follows for more. */
const BATCH_SIZE = 50

const isDue = (today: string) => `s.is_active and ${checkedBefore} <= ${today} - interval '1 year'
  and (h.asked_on is null or h.asked_on <= ${today} - interval '1 year')
  and exists (select from parent_students p where p.tenant_id = s.tenant_id and p.student_id = s.id)`

const withHealth = 'students s left join student_health h on h.tenant_id = s.tenant_id and h.student_id = s.id'

const selectOrganizationsToAsk = statement(
  z.object({ tenantId: z.uuid() }),
  `select t.id as "tenantId" from tenants t
    where ${notificationSetting('asks_health', 't.id')} and exists (select from ${withHealth}
      where s.tenant_id = t.id and ${isDue(`($now::timestamptz at time zone t.time_zone)::date`)})
    order by t.id`,
)

export const askGuardiansOfOrganization = defineJob({
  name: 'tenant-app.ask-guardians-of-organization',
  scope: 'tenant',
  payload: z.object({}),
  run: async (scope) => {
    if ((await askDueGuardians(scope)) === BATCH_SIZE) await scope.core.jobs.send(scope, askGuardiansOfOrganization, {})
  },
})

/** Runs daily: a child's guardians are asked once a year, when a part was last checked a year ago. */
export const askGuardians = lookForOrganizations({
  name: 'tenant-app.ask-guardians',
  cron: '37 14 * * *',
  select: selectOrganizationsToAsk,
  job: askGuardiansOfOrganization,
  payloadOf: () => ({}),
})

const lock = statement(`select pg_advisory_xact_lock(hashtextextended('tenant-app.ask-guardians:' || $tenantId, 0))`)

const selectDueStudents = statement(
  z.object({ id: z.uuid(), firstName: z.string() }),
  `select s.id, s.first_name as "firstName" from ${withHealth} where s.tenant_id = $tenantId and ${isDue('$today::date')}
      and ${notificationSetting('asks_health', 's.tenant_id')}
    order by s.id limit $most`,
)

const upsertAskedOn = statement(
  `insert into student_health (student_id, asked_on) select id, $today::date from unnest($ids::uuid[]) as s (id)
    on conflict (tenant_id, student_id) do update set asked_on = excluded.asked_on`,
)

const selectOrganization = statement(
  z.object({ name: z.string(), subdomain: z.string() }),
  'select name, subdomain from tenants where id = $tenantId',
)

/** Sends one email to each guardian, whatever the number of children. @returns the number of children */
async function askDueGuardians(scope: TenantScope): Promise<number> {
  const { tenantId } = scope
  // Two concurrent runs would ask twice.
  await scope.rows(lock, { tenantId })
  const today = await getLocalDay(scope)
  const children = await scope.rows(selectDueStudents, { tenantId, today, most: BATCH_SIZE })
  const ids = children.map(({ id }) => id)
  const [guardians, [organization]] = await Promise.all([
    listGuardiansToNotify(scope, ...ids),
    scope.rows(selectOrganization, { tenantId }),
  ])
  await scope.rows(upsertAskedOn, { ids, today })
  const firstNames = new Map(children.map(({ id, firstName }) => [id, firstName]))
  // Guardians who may not see a child cannot check its data.
  const asked = guardians.filter(({ maySee }) => maySee)
  const byAddress = Map.groupBy(asked, ({ email }) => email)
  await sendMails(
    scope,
    [...byAddress].map(([email, [first, ...others]]) => {
      const names = [first, ...others].flatMap((one) => (one ? [firstNames.get(one.studentId) ?? ''] : []))
      return {
        to: email,
        subject: `Is what ${organization?.name ?? 'we'} knows about ${listText(names)} still right?`.slice(0, 200),
        body: [
          line`Hello ${first?.name ?? ''},`,
          line`Once a year we ask you to look whether ${organization?.name ?? 'the organization'} still knows the right thing about the health of ${listText(names)}, and whom to call in an emergency. It takes a minute:`,
          link(
            scope.core.env,
            organization?.subdomain ?? null,
            `/parent-portal?child=${first?.studentId ?? ''}&at=health`,
          ),
          line`No account yet? Ask ${organization?.name ?? 'them'} for one, or let them know what has changed.`,
        ],
      }
    }),
  )
  return children.length
}
