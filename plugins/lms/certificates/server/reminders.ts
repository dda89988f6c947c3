import { z } from 'zod'
import type { Env } from '#config/env.ts'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { line, link } from '#core/server/mail/body.ts'
import { sendMails, type NewMessage } from '#core/server/mail/mail.ts'
import { longDate } from '#core/server/texts.ts'
import { REMINDER_DAYS } from '../contract.ts'

/** Maximum certificates of an organization per run; the rest follows the next night. */
const BATCH_SIZE = 1000

// The smallest reminder period that has begun counts.
const dueReminderDays = `(select min(d) from unnest(array[${REMINDER_DAYS.join(', ')}]) d
  where k.expires_at <= $now::timestamptz + make_interval(days => d))`

const expiringCertificates = `lms_certificates k
  where k.expires_at > $now::timestamptz and k.expires_at <= $now::timestamptz + interval '${REMINDER_DAYS[0]} days'
    and k.revoked_at is null and k.replaced_at is null and (k.reminded is null or k.reminded > ${dueReminderDays})
    -- Learners who have renewed the course already need no reminder.
    and not exists (select from lms_certificates n where n.tenant_id = k.tenant_id and n.user_id = k.user_id
      and n.course_id = k.course_id and n.cycle > k.cycle)`

const selectDueOrganizations = statement(
  z.object({ tenantId: z.uuid() }),
  `select distinct k.tenant_id as "tenantId" from ${expiringCertificates}
    and exists (select from tenants t where t.id = k.tenant_id and t.status in ('active', 'trial'))`,
)

/** Sends a job for each organization with certificates that expire soon, every morning. */
const remindOfExpiries = defineJob({
  name: 'lms.look-for-expiring-certificates',
  scope: 'platform',
  payload: z.object({}),
  schedule: { cron: '20 6 * * *', tz: 'UTC' },
  run: async (scope: PlatformScope) => {
    const now = scope.core.clock.now().toISOString()
    for (const { tenantId } of await scope.rows(selectDueOrganizations, { now })) {
      await scope.core.jobs.send(scope, remindOfExpiry, {}, { tenantId })
    }
  },
})

const updateReminded = statement(
  z.object({
    course: z.string(),
    courseId: z.uuid(),
    expiresAt: z.string(),
    name: z.string(),
    email: z.string().nullable(),
    organization: z.string(),
    subdomain: z.string(),
    zone: z.string(),
  }),
  `with told as (
      update lms_certificates c set reminded = s.days
        from (select k.id, ${dueReminderDays} as days from ${expiringCertificates} and k.tenant_id = $tenantId order by k.expires_at, k.id
          limit ${BATCH_SIZE} for update of k skip locked) s
        where c.id = s.id returning c.user_id, c.tenant_id, c.course, c.course_id, c.expires_at)
    select k.course, k.course_id as "courseId", k.expires_at as "expiresAt", u.first_name as name, u.email,
      t.name as organization, t.subdomain, t.time_zone as zone
    from told k join users u on u.tenant_id = k.tenant_id and u.id = k.user_id and u.is_active
      join tenants t on t.id = k.tenant_id`,
)

/** Reminds learners of one organization, once for each of the days, however often it runs. */
const remindOfExpiry = defineJob({
  name: 'lms.remind-of-expiring-certificates',
  scope: 'tenant',
  payload: z.object({}),
  run: async (scope) => {
    const { env, clock } = scope.core
    const due = await scope.rows(updateReminded, { tenantId: scope.tenantId, now: clock.now().toISOString() })
    await sendMails(
      scope,
      due.flatMap(({ email, ...about }) => (email === null ? [] : [composeReminder(env, { ...about, email })])),
    )
  },
})

interface Expiring {
  course: string
  courseId: string
  expiresAt: string
  name: string
  email: string
  organization: string
  subdomain: string
  zone: string
}

function composeReminder(
  env: Env,
  { course, courseId, expiresAt, name, email, organization, subdomain, zone }: Expiring,
): NewMessage {
  const day = longDate(expiresAt, zone)
  return {
    to: email,
    subject: `Your certificate of “${course}” expires on ${day}`.slice(0, 200),
    body: [
      line`Hello ${name},`,
      line`Your certificate of the course “${course}” at ${organization} expires on ${day}.`,
      line`To get another one, take the course again:`,
      link(env, subdomain, `/courses/${courseId}`),
      line`Your earlier work is kept, and the certificate stays valid until that day.`,
    ],
  }
}

export const reminderJobs = [remindOfExpiries, remindOfExpiry]
