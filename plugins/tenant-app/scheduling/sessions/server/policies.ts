import { rowPolicy, type Viewer } from '#core/server/database/row-policy.ts'
import { seenStudents } from '../../../base/families/server/policies.ts'

const attendedSessions = (viewer: Viewer) =>
  `select session_id from session_participants
    where status in ('registered', 'waitlisted') and ${seenStudents(viewer, 'student_id')}` as const

/** Sessions: parents see those that their children have asked for a place in, students their own. */
export const seenSessions = rowPolicy({
  superadmin: 'all',
  tenant_admin: 'all',
  instructor: 'all',
  parent: attendedSessions('parent'),
  student: attendedSessions('student'),
})

/**
 * Sessions that a user answers for, to change them while they are in progress and to give them to another instructor: the
 * own ones, and those without an instructor.
 */
export const ownedSessions = rowPolicy({
  superadmin: 'all',
  tenant_admin: 'all',
  instructor: 'select id from sessions where instructor_id = $caller or instructor_id is null',
  parent: 'none',
  student: 'none',
})

/**
 * Meetings of which a user takes the attendance: those of sessions that the user answers for, and single days that the user
 * leads in place of another instructor.
 */
export const ledMeetings = rowPolicy({
  superadmin: 'all',
  tenant_admin: 'all',
  instructor: `select m.id from session_meetings m join sessions s on s.tenant_id = m.tenant_id and s.id = m.session_id
    where s.instructor_id = $caller or s.instructor_id is null or m.instructor_id = $caller`,
  parent: 'none',
  student: 'none',
})

/**
 * Sessions that a user runs, with their points: the own ones, those of which the user leads a day, and, since children must
 * be counted whatever instructor is there, those without one.
 */
export const ledSessions = rowPolicy({
  superadmin: 'all',
  tenant_admin: 'all',
  instructor: `select id from sessions where instructor_id = $caller or instructor_id is null
    union select session_id from session_meetings where instructor_id = $caller`,
  parent: 'none',
  student: 'none',
})

/**
 * Meetings whose door is a user's own: those of the own sessions but for days that another instructor leads, and days that
 * the user leads in place of another one.
 */
export const ownMeetings = rowPolicy({
  superadmin: 'all',
  tenant_admin: 'all',
  instructor: `select d.id from session_meetings d join sessions l on l.tenant_id = d.tenant_id and l.id = d.session_id
    where coalesce(d.instructor_id, l.instructor_id, $caller) = $caller`,
  parent: 'none',
  student: 'none',
})
