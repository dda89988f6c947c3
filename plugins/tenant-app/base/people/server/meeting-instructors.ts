import { rowPolicy } from '#core/server/database/row-policy.ts'

/**
 * SQL: true where a user is an instructor of meeting `m` of session `s`, which decides what instructors see and do about
 * its children. The session's instructor is, and who stands in on that day. @param user SQL of the id
 */
export const instructedBy = (user: string) => `${user} in (s.instructor_id, m.instructor_id)`

/** SQL: true where the caller is an instructor of meeting `m` of session `s`. */
export const instructsMeeting = instructedBy('$caller')

/** SQL: meetings `m` of sessions `s`. */
export const meetingsWithSessions =
  'session_meetings m join sessions s on s.tenant_id = m.tenant_id and s.id = m.session_id'

/** SQL: the instructor who leads meeting `m` of session `s` on its day: who stands in, else the session's. */
export const leaderOfMeeting = 'coalesce(m.instructor_id, s.instructor_id)'

const instructed = (column: string) =>
  rowPolicy({
    superadmin: 'all',
    tenant_admin: 'all',
    instructor: `select ${column} from ${meetingsWithSessions} where ${instructsMeeting}`,
    parent: 'none',
    student: 'none',
  })

/** Meetings of which a user is an instructor. A session without one has none. */
export const instructedMeetings = instructed('m.id')

/** Sessions of which a user is an instructor, if only of a day. Every session has a meeting. */
export const instructedSessions = instructed('m.session_id')
