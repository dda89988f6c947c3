import { z } from 'zod'
import { record } from '#core/server/audit.ts'
import { statement } from '#core/server/database/statement.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { lookForOrganizations } from '#core/server/jobs/organizations-due.ts'

// Retention: until the child is 21, and six years after the last entry; a child without a birthday counts as newborn.
const isOver = `greatest(
    coalesce((select s.date_of_birth from students s where s.tenant_id = c.tenant_id and s.id = c.student_id),
      c.written_at::date) + interval '21 years',
    greatest(c.written_at, (select max(e.written_at) from concern_entries e
      where e.tenant_id = c.tenant_id and e.concern_id = c.id)) + interval '6 years'
  ) <= $now::timestamptz
  and not exists (select from retention_holds h where h.tenant_id = c.tenant_id and h.student_id = c.student_id)`

const selectOrganizations = statement(
  z.object({ tenantId: z.uuid() }),
  `select distinct c.tenant_id as "tenantId" from concerns c where ${isOver} order by 1`,
)

const deleteConcerns = statement(
  z.object({ id: z.uuid() }),
  `delete from concerns c where c.tenant_id = $tenantId and ${isOver} returning c.id`,
)
// Includes views of the chronologies of children without remaining concerns.
const deleteViews = statement(
  `delete from concern_views v where v.tenant_id = $tenantId and (v.concern_id = any($ids::uuid[])
    or (v.concern_id is null and not exists (select from concerns c
      where c.tenant_id = v.tenant_id and c.student_id = v.student_id)))`,
)

/** Deletes an organization's concerns after their retention period. */
export const retainConcerns = defineJob({
  name: 'tenant-app.retain-concerns',
  scope: 'platform',
  payload: z.object({ organizationId: z.uuid() }),
  run: async (scope, { organizationId: tenantId }) => {
    const removed = await scope.rows(deleteConcerns, { tenantId, now: scope.core.clock.now() })
    if (removed.length === 0) return
    await scope.rows(deleteViews, { tenantId, ids: removed.map(({ id }) => id) })
    await record(scope, {
      action: 'retention.removed',
      category: 'security',
      severity: 'warning',
      description: 'Removed concerns whose time was over',
      resource: 'tenant',
      resourceId: tenantId,
      tenantId,
    })
  },
})

export const lookForOldConcerns = lookForOrganizations({
  name: 'tenant-app.look-for-old-concerns',
  cron: '47 9 * * *',
  select: selectOrganizations,
  job: retainConcerns,
  payloadOf: ({ tenantId }) => ({ organizationId: tenantId }),
})
