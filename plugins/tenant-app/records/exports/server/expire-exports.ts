import { z } from 'zod'
import { statement } from '#core/server/database/statement.ts'
import { subscribe } from '#core/server/events/events.ts'
import { guardianSeparated } from '../../../base/families/server/events.ts'
import { removeAfterCommit } from './exports.ts'

// The guardian's own data names the children.
const updateSeparatedExports = statement(
  z.object({ id: z.uuid() }),
  `update data_exports set status = case when status = 'ready' then 'expired' else 'cancelled' end
    where tenant_id = $tenantId and kind = 'person' and created_by = $guardianId
      and (student_id = $studentId or user_id = $guardianId) and status in ('waiting', 'running', 'ready')
    returning id`,
)

/** Expires a guardian's exports of a child, ready or in progress, when the guardian may no longer see the child. */
export const expireExportsOfSeparated = subscribe(guardianSeparated, {
  runs: 'within',
  run: async (scope, { tenantId, guardianId, studentId }) => {
    removeAfterCommit(scope, await scope.rows(updateSeparatedExports, { tenantId, guardianId, studentId }))
  },
})
