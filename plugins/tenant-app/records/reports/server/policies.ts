import { rowPolicy } from '#core/server/database/row-policy.ts'

/** Sessions that a user reports on: instructors those that they lead. */
export const reportedSessions = rowPolicy({
  superadmin: 'all',
  tenant_admin: 'all',
  instructor: 'select id from sessions where instructor_id = $caller',
  parent: 'none',
  student: 'none',
})

/** Days that a user reports on: instructors those of sessions that they lead, and those on which they stand in. */
export const reportedMeetings = rowPolicy({
  superadmin: 'all',
  tenant_admin: 'all',
  instructor: `select id from session_meetings where instructor_id = $caller
    union select y.id from session_meetings y join sessions z on z.tenant_id = y.tenant_id and z.id = y.session_id
      where z.instructor_id = $caller`,
  parent: 'none',
  student: 'none',
})
