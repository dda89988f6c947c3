import { z } from 'zod'
import type { Job, PlatformScope, TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { line, link } from '#core/server/mail/body.ts'
import { sendMails } from '#core/server/mail/mail.ts'
import { countText } from '#core/server/texts.ts'
import { RETENTION_DAYS, REMINDER_AFTER_HOURS } from '../moderation-contract.ts'

/** Hours of an organization's day within which it sends emails, to spare the night. */
const [FIRST, LAST] = [8, 20]

/** True for posts `p` that have waited for a day since they arrived, or since the last reminder. */
const isOverdue = `p.waiting_since <= $now::timestamptz - interval '${REMINDER_AFTER_HOURS} hours'
  and (p.reminded_at is null or p.reminded_at <= $now::timestamptz - interval '${REMINDER_AFTER_HOURS} hours')`

const selectDueOrganizations = statement(
  z.object({ id: z.uuid() }),
  `select t.id from tenants t cross join lateral (select $now::timestamptz at time zone t.time_zone as now) o
    where t.status in ('active', 'trial') and extract(hour from o.now) >= ${FIRST} and extract(hour from o.now) < ${LAST}
      and exists (select from lms_posts p where p.tenant_id = t.id and ${isOverdue})
    order by t.id`,
)

// A concurrent run on another node finds them marked.
const updateRemindedPosts = statement(
  z.object({ id: z.uuid() }),
  `update lms_posts p set reminded_at = $now where p.tenant_id = $tenantId and ${isOverdue} returning p.id`,
)

const selectAdmins = statement(
  z.object({ name: z.string(), email: z.string(), organization: z.string(), subdomain: z.string() }),
  `select u.first_name as name, u.email, t.name as organization, t.subdomain
    from users u join tenants t on t.id = u.tenant_id
    where u.tenant_id = $tenantId and u.role = 'tenant_admin' and u.is_active and u.email is not null order by u.id`,
)

/** Emails the organization's admins about posts that have waited for a day, and daily from then on; without their text. */
async function remindAdmins(scope: TenantScope): Promise<void> {
  const asked = { tenantId: scope.tenantId, now: scope.core.clock.now().toISOString() }
  const posts = (await scope.rows(updateRemindedPosts, asked)).length
  if (posts === 0) return
  const { env } = scope.core
  const waiting = countText(posts, 'post')
  await sendMails(
    scope,
    (await scope.rows(selectAdmins, { tenantId: scope.tenantId })).map(({ name, email, organization, subdomain }) => ({
      to: email,
      subject: `${waiting} in discussions at ${organization} wait for a look`.slice(0, 200),
      body: [
        line`Hello ${name},`,
        line`${waiting} in discussions of courses at ${organization} have waited for more than ${REMINDER_AFTER_HOURS} hours. Others do not see these posts until they are approved.`,
        link(env, subdomain, '/moderation'),
      ],
    })),
  )
}

const remindModerators = defineJob({
  name: 'lms.remind-moderators',
  scope: 'tenant',
  payload: z.object({}),
  run: remindAdmins,
})

const remindOfWaitingPosts = defineJob({
  name: 'lms.look-for-waiting-posts',
  scope: 'platform',
  payload: z.object({}),
  schedule: { cron: '*/15 * * * *', tz: 'UTC' },
  run: async (scope: PlatformScope) => {
    for (const { id } of await scope.rows(selectDueOrganizations, { now: scope.core.clock.now() })) {
      await scope.core.jobs.send(scope, remindModerators, {}, { tenantId: id })
    }
  },
})

const deleteRemovedPosts = statement('delete from lms_removed_posts where forget_at <= $now::timestamptz')
const deleteSettledReports = statement(
  `delete from lms_post_reports where settled_at <= $now::timestamptz - interval '${RETENTION_DAYS} days'`,
)
const deleteEndedHolds = statement('delete from lms_writing_holds where until <= $now::timestamptz')

/** Deletes posts removed and reports made 90 days ago, and expired restrictions, every night. */
const forgetPosts = defineJob({
  name: 'lms.forget-posts',
  scope: 'none',
  payload: z.object({}),
  schedule: { cron: '22 3 * * *', tz: 'UTC' },
  run: async (core) => {
    const asked = { now: core.clock.now().toISOString() }
    await core.db.platform(systemActor, async ({ rows }) => {
      await rows(deleteRemovedPosts, asked)
      await rows(deleteSettledReports, asked)
      await rows(deleteEndedHolds, asked)
    })
  },
})

export const discussionJobs: Job[] = [remindOfWaitingPosts, remindModerators, forgetPosts]
