import { z } from 'zod'
import type { Job, PlatformScope, TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { sendMails } from '#core/server/mail/mail.ts'
import { updateLeads } from './leads.ts'
import { composeDigest, getSender } from './emails.ts'
import type { Planning } from './planning.ts'
import { listBehind } from './progress.ts'
import { remindBeforeDueDates } from './reminders.ts'
import { sendsDigest, sendsReminders } from './settings.ts'

/** Hours of an organization's day within which it sends emails: in the morning, or later if the job did not run then. */
const [FROM, UNTIL] = [8, 20]

const localNow = '($now::timestamptz at time zone t.time_zone)'

const selectDueOrganizations = statement(
  z.object({ id: z.uuid() }),
  `select t.id from tenants t
    where t.status in ('active', 'trial') and extract(hour from ${localNow}) between ${FROM} and ${UNTIL - 1}
      and exists (select from lms_course_rules r where r.tenant_id = t.id
        and (r.required_for in ('instructors', 'everybody') or r.project_ids <> '{}'))
      and not exists (select from lms_training_mails m where m.tenant_id = t.id and m.mailed_on >= ${localNow}::date)
    order by t.id`,
)

// The second of two concurrent nodes finds the day claimed. A Monday without a run is made up in the next one.
const claimDay = statement(
  z.object({ reminds: z.boolean(), digests: z.boolean() }),
  `with day as (
      select t.id, ${localNow}::date as today, m.mailed_on as last
        from tenants t left join lms_training_mails m on m.tenant_id = t.id where t.id = $tenantId
    ), mailed as (
      insert into lms_training_mails (mailed_on) select today from day
        on conflict (tenant_id) do update set mailed_on = excluded.mailed_on
          where lms_training_mails.mailed_on < excluded.mailed_on
        returning mailed_on)
    select ${sendsReminders} as reminds,
        ${sendsDigest} and (extract(isodow from t.today) = 1
          or coalesce(t.last < date_trunc('week', t.today)::date and t.last > t.today - 7, false)) as digests
      from day t where exists (select from mailed)`,
)

const selectAdmins = statement(
  z.object({ name: z.string(), email: z.string() }),
  `select first_name || ' ' || last_name as name, email from users
    where tenant_id = $tenantId and role = 'tenant_admin' and is_active and email is not null order by id`,
)

/**
 * Emails the organization's admins who is overdue and whose certificates expire; sends nothing if there is no one to report.
 */
export async function emailDigest(scope: TenantScope): Promise<void> {
  const behind = await listBehind(scope)
  if (behind.length === 0) return
  const write = composeDigest(await getSender(scope), behind)
  await sendMails(scope, (await scope.rows(selectAdmins, { tenantId: scope.tenantId })).map(write))
}

/** Sends the emails that are due today, once a day however often it is called. */
export async function sendDailyEmails(scope: TenantScope): Promise<void> {
  const [wants] = await scope.rows(claimDay, { tenantId: scope.tenantId, now: scope.core.clock.now().toISOString() })
  if (wants?.reminds) await remindBeforeDueDates(scope)
  if (wants?.digests) await emailDigest(scope)
}

/** Builds the jobs that send emails automatically: reminders each morning, a digest each Monday. */
export function trainingEmailJobs(planning: Planning | undefined): Job[] {
  const emailJob = defineJob({
    name: 'lms.mail-training',
    scope: 'tenant',
    payload: z.object({}),
    run: async (scope) => {
      // Records sessions that were planned before the table of leads existed.
      if (planning) await updateLeads(scope, planning)
      await sendDailyEmails(scope)
    },
  })
  const look = defineJob({
    name: 'lms.look-for-training-mails',
    scope: 'platform',
    payload: z.object({}),
    schedule: { cron: '*/15 * * * *', tz: 'UTC' },
    run: async (scope: PlatformScope) => {
      for (const { id } of await scope.rows(selectDueOrganizations, { now: scope.core.clock.now() })) {
        await scope.core.jobs.send(scope, emailJob, {}, { tenantId: id })
      }
    },
  })
  return [look, emailJob]
}
