import { z } from 'zod'
import type { Job, PlatformScope, TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { sendMails } from '#core/server/mail/mail.ts'
import { noteLeads } from './leads.ts'
import { digestOf, senderOf } from './mails.ts'
import type { Planning } from './planning.ts'
import { behindInTraining } from './progress.ts'
import { remindOfDays } from './reminders.ts'
import { digests, reminds } from './settings.ts'

/** The hour of an organization's day at which it mails. */
const HOUR = 8

// Zones differ by quarters of an hour, so that each organization's hour is met once with a look at each quarter.
const concerned = statement(
  z.object({ id: z.uuid(), isMonday: z.boolean(), reminds: z.boolean(), digests: z.boolean() }),
  `select t.id, extract(isodow from o.now) = 1 as "isMonday", ${reminds} as reminds, ${digests} as digests
    from tenants t cross join lateral (select $now::timestamptz at time zone t.time_zone as now) o
    where t.status in ('active', 'trial') and extract(hour from o.now) = ${HOUR} and extract(minute from o.now) < 15
      and exists (select from lms_course_rules r where r.tenant_id = t.id
        and (r.required_for in ('instructors', 'everybody') or r.project_ids <> '{}'))
    order by t.id`,
)

const payload = z.object({ reminds: z.boolean(), digests: z.boolean() })

const admins = statement(
  z.object({ name: z.string(), email: z.string() }),
  `select first_name || ' ' || last_name as name, email from users
    where tenant_id = $tenantId and role = 'tenant_admin' and is_active and email is not null order by id`,
)

/** Tells the organization's admins who is overdue and whose certificates end; nothing where nobody is. */
export async function mailDigest(scope: TenantScope): Promise<void> {
  const behind = await behindInTraining(scope)
  if (behind.length === 0) return
  const write = digestOf(await senderOf(scope), behind)
  await sendMails(scope, (await scope.rows(admins, { tenantId: scope.tenantId })).map(write))
}

/** What organizations mail by themselves: reminders each morning, a digest each Monday. */
export function trainingMails(planning: Planning | undefined): Job[] {
  const mail = defineJob({
    name: 'lms.mail-training',
    scope: 'tenant',
    payload,
    run: async (scope, asked) => {
      // Sessions that were planned before anybody looked at them are known from here on.
      if (planning) await noteLeads(scope, planning)
      if (asked.reminds) await remindOfDays(scope)
      if (asked.digests) await mailDigest(scope)
    },
  })
  const look = defineJob({
    name: 'lms.look-for-training-mails',
    scope: 'platform',
    payload: z.object({}),
    schedule: { cron: '*/15 * * * *', tz: 'UTC' },
    run: async (scope: PlatformScope) => {
      for (const { id, isMonday, ...wants } of await scope.rows(concerned, { now: scope.core.clock.now() })) {
        const asked = { reminds: wants.reminds, digests: wants.digests && isMonday }
        await scope.core.jobs.send(scope, mail, asked, { tenantId: id })
      }
    },
  })
  return [look, mail]
}
