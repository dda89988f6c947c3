import { statement } from '#core/server/database/statement.ts'
import { subscribe } from '#core/server/events/events.ts'
import { guardianSeparated } from '#plugins/tenant-app/plugin.ts'

const deleteMembership = statement(
  `delete from lms_hand_in_members m where m.tenant_id = $tenantId and m.user_id = $guardianId and exists (
    select from lms_hand_in_members o
      where o.tenant_id = m.tenant_id and o.hand_in_id = m.hand_in_id and o.user_id = $studentUserId)`,
)

/** Removes a guardian from every team of a child whom the guardian may no longer see; the child stays in the team. */
export const leaveTeamsOfSeparated = subscribe(guardianSeparated, {
  runs: 'within',
  run: async (scope, { tenantId, guardianId, studentUserId }) => {
    if (studentUserId !== null) await scope.rows(deleteMembership, { tenantId, guardianId, studentUserId })
  },
})
