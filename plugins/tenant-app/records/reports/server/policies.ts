import { rowPolicy } from '#core/server/database/row-policy.ts'

/** Sessions that somebody reports on: instructors those that they lead themselves. */
export const reportedSessions = rowPolicy({
  superadmin: 'all',
  tenant_admin: 'all',
  instructor: 'select id from sessions where instructor_id = $caller',
  parent: 'none',
  student: 'none',
})
