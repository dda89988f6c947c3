import { rowPolicy } from '#core/server/database/row-policy.ts'

/** Sessions that a user reports on: instructors those that they lead. */
export const reportedSessions = rowPolicy({
  superadmin: 'all',
  tenant_admin: 'all',
  instructor: 'select id from sessions where instructor_id = $caller',
  parent: 'none',
  student: 'none',
})
