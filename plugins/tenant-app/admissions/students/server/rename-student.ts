import { statement } from '#core/server/database/statement.ts'
import { subscribe } from '#core/server/events/events.ts'
import { userRenamed } from '#core/server/identity/user-events.ts'

const updateStudentName = statement(
  `update students s set first_name = u.first_name, last_name = u.last_name, updated_at = $now
    from users u where s.tenant_id = $tenantId and s.user_id = $userId and u.tenant_id = s.tenant_id and u.id = s.user_id
      and (s.first_name, s.last_name) is distinct from (u.first_name, u.last_name)`,
)

/** Copies a name that platform staff gave a student's account to the student's record. */
export const renameStudentsRecord = subscribe(userRenamed, {
  runs: 'within',
  run: async (scope, { tenantId, userId }) => {
    await scope.rows(updateStudentName, { tenantId, userId, now: scope.core.clock.now() })
  },
})
