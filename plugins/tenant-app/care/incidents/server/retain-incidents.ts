import { z } from 'zod'
import { record } from '#core/server/audit.ts'
import { statement } from '#core/server/database/statement.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { lookForOrganizations } from '#core/server/jobs/organizations-due.ts'
import { countText } from '#core/server/texts.ts'

/** Retention: the child's age, and years after the last entry; the later of the two applies. */
const RETAINED_UNTIL_AGE = 21
const RETAINED_YEARS = 6

/** True where the retention of incident `i` of student `s` is over. A child without a birthday counts as newborn. */
const isOver = `greatest(
    coalesce(s.date_of_birth, i.occurred_at::date) + interval '${RETAINED_UNTIL_AGE} years',
    greatest(i.updated_at, (select max(e.created_at) from incident_entries e
      where e.tenant_id = i.tenant_id and e.incident_id = i.id)) + interval '${RETAINED_YEARS} years'
  ) <= $now::timestamptz
  and not exists (select from retention_holds h where h.tenant_id = i.tenant_id and h.student_id = i.student_id)`

const due = `incidents i join students s on s.tenant_id = i.tenant_id and s.id = i.student_id`

const selectOrganizations = statement(
  z.object({ tenantId: z.uuid() }),
  `select distinct i.tenant_id as "tenantId" from ${due} where ${isOver} order by 1`,
)

const deletePhotos = statement(
  `delete from files where tenant_id = $tenantId and id in (
    select p.id from incident_photos p join ${due} on i.tenant_id = p.tenant_id and i.id = p.incident_id
      where p.tenant_id = $tenantId and ${isOver})`,
)
const deleteIncidents = statement(
  z.object({ id: z.uuid() }),
  `delete from incidents where tenant_id = $tenantId and id in (
    select i.id from ${due} where i.tenant_id = $tenantId and ${isOver}) returning id`,
)

/** Deletes an organization's reports after their retention period, with their photos. */
export const retainIncidents = defineJob({
  name: 'tenant-app.retain-incidents',
  scope: 'platform',
  payload: z.object({ organizationId: z.uuid() }),
  run: async (scope, { organizationId: tenantId }) => {
    const values = { tenantId, now: scope.core.clock.now() }
    await scope.rows(deletePhotos, values)
    const removed = (await scope.rows(deleteIncidents, values)).length
    if (removed === 0) return
    await record(scope, {
      action: 'retention.removed',
      category: 'security',
      severity: 'warning',
      description: `Removed ${countText(removed, 'incident report')}, whose time was over`,
      resource: 'tenant',
      resourceId: tenantId,
      tenantId,
    })
  },
})

export const lookForOldIncidents = lookForOrganizations({
  name: 'tenant-app.look-for-old-incidents',
  cron: '41 9 * * *',
  select: selectOrganizations,
  job: retainIncidents,
  payloadOf: ({ tenantId }) => ({ organizationId: tenantId }),
})
