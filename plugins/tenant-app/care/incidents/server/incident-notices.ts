import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { lookForOrganizations } from '#core/server/jobs/organizations-due.ts'
import { emailFamilies, emailUnshared } from './emails.ts'

/** Hour of the organization's day at which admins are notified of unshared reports. */
const END_OF_DAY_HOUR = 18
/** Hour of the next day at which guardians are reminded. */
const REMINDER_HOUR = 9

const local = (moment: string, tenant: string) => `(${moment} at time zone ${tenant}.time_zone)`

// Submitted on a day that has passed its END_OF_DAY_HOUR.
const unshared = `i.status = 'submitted' and i.flagged_at is null
  and date_trunc('day', ${local('i.submitted_at', 't')}) + interval '${END_OF_DAY_HOUR} hours'
    <= ${local('$now::timestamptz', 't')}`

const unacknowledged = `i.status = 'shared' and i.reminded_at is null
  and date_trunc('day', ${local('i.shared_at', 't')}) + interval '1 day ${REMINDER_HOUR} hours'
    <= ${local('$now::timestamptz', 't')}`

const selectOrganizations = statement(
  z.object({ tenantId: z.uuid() }),
  `select t.id as "tenantId" from tenants t where t.status in ('active', 'trial') and exists (
      select from incidents i where i.tenant_id = t.id and ((${unshared}) or (${unacknowledged})))
    order by t.id`,
)

// Marked in the transaction that emails: on however many nodes this runs, each recipient gets one.
const updateFlagged = statement(
  z.object({ id: z.uuid() }),
  `update incidents i set flagged_at = $now from tenants t where t.id = i.tenant_id and i.tenant_id = $tenantId
    and ${unshared} returning i.id`,
)
const updateReminded = statement(
  z.object({ id: z.uuid() }),
  `update incidents i set reminded_at = $now from tenants t where t.id = i.tenant_id and i.tenant_id = $tenantId
    and ${unacknowledged} returning i.id`,
)

async function sendIncidentNotices(scope: TenantScope): Promise<void> {
  const values = { tenantId: scope.tenantId, now: scope.core.clock.now() }
  const flagged = await scope.rows(updateFlagged, values)
  if (flagged.length > 0) await emailUnshared(scope, flagged.length)
  const reminded = await scope.rows(updateReminded, values)
  if (reminded.length > 0) {
    const ids = reminded.map(({ id }) => id)
    await emailFamilies(scope, ids, true)
  }
}

/** Notifies an organization's admins of unshared reports, and families of reports without acknowledgment. */
export const noticeIncidents = defineJob({
  name: 'tenant-app.notice-incidents',
  scope: 'tenant',
  payload: z.object({}),
  run: sendIncidentNotices,
})

/** Runs every quarter of an hour, since zones differ by quarters. */
export const lookForIncidents = lookForOrganizations({
  name: 'tenant-app.look-for-incidents',
  cron: '*/15 * * * *',
  select: selectOrganizations,
  job: noticeIncidents,
  payloadOf: () => ({}),
})
