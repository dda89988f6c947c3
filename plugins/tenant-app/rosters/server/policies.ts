import { rowPolicy } from '#core/server/database/row-policy.ts'

/**
 * Sessions whose attendance somebody takes and whose points they give: the own ones and, since children must be counted
 * whoever is there, those that nobody leads yet.
 */
export const ledSessions = rowPolicy({
  superadmin: 'all',
  tenant_admin: 'all',
  instructor: 'select id from sessions where instructor_id = $caller or instructor_id is null',
  parent: 'none',
  student: 'none',
})
