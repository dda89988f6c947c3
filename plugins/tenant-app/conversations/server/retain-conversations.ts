import { z } from 'zod'
import { record } from '#core/server/audit.ts'
import { statement } from '#core/server/database/statement.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { lookForOrganizations } from '#core/server/jobs/organizations-due.ts'
import { countText } from '#core/server/texts.ts'

/** Years after the last post for which a conversation is stored. */
const RETAINED_YEARS = 3

/** True where the time of conversation `c` is over. */
const isOver = `c.last_post_at <= $now::timestamptz - interval '${RETAINED_YEARS} years' and not exists (
  select from retention_holds h where h.tenant_id = c.tenant_id and h.student_id = c.student_id)`

const selectOrganizations = statement(
  z.object({ tenantId: z.uuid() }),
  `select distinct c.tenant_id as "tenantId" from conversations c where ${isOver} order by 1`,
)

const deleteFiles = statement(
  `delete from files where tenant_id = $tenantId and id in (
    select f.id from conversation_files f join conversation_posts p on p.tenant_id = f.tenant_id and p.id = f.post_id
      join conversations c on c.tenant_id = p.tenant_id and c.id = p.conversation_id
      where f.tenant_id = $tenantId and ${isOver})`,
)
const deleteConversations = statement(
  z.object({ id: z.uuid() }),
  `delete from conversations c where c.tenant_id = $tenantId and ${isOver} returning c.id`,
)

/** Removes the conversations of an organization whose time is over, with their files. */
export const retainConversations = defineJob({
  name: 'tenant-app.retain-conversations',
  scope: 'platform',
  payload: z.object({ organizationId: z.uuid() }),
  run: async (scope, { organizationId: tenantId }) => {
    const values = { tenantId, now: scope.core.clock.now() }
    await scope.rows(deleteFiles, values)
    const removed = (await scope.rows(deleteConversations, values)).length
    if (removed === 0) return
    await record(scope, {
      action: 'retention.removed',
      category: 'security',
      severity: 'warning',
      description: `Removed ${countText(removed, 'conversation')}, whose time was over`,
      resource: 'tenant',
      resourceId: tenantId,
      tenantId,
    })
  },
})

/** Every night: organizations with conversations that are older than they are stored. */
export const lookForOldConversations = lookForOrganizations({
  name: 'tenant-app.look-for-old-conversations',
  cron: '47 9 * * *',
  select: selectOrganizations,
  job: retainConversations,
  payloadOf: ({ tenantId }) => ({ organizationId: tenantId }),
})
