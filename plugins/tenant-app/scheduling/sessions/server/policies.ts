import { rowPolicy, type Viewer } from '#core/server/database/row-policy.ts'
import { seenStudents } from '../../../base/families/server/policies.ts'
import {
  instructsMeeting,
  leaderOfMeeting,
  meetingsWithSessions,
} from '../../../base/people/server/meeting-instructors.ts'

const attendedSessions = (viewer: Viewer) =>
  `select session_id from session_participants
    where status in ('registered', 'waitlisted') and ${seenStudents(viewer, 'student_id')}` as const

/** Sessions: parents see those in which their children have or had a place or waitlist spot, students their own. */
export const seenSessions = rowPolicy({
  superadmin: 'all',
  tenant_admin: 'all',
  instructor: 'all',
  parent: attendedSessions('parent'),
  student: attendedSessions('student'),
})

/**
 * Sessions that a user is responsible for, to change them while they are in progress and to reassign them: the own ones, and
 * those without an instructor.
 */
export const ownedSessions = rowPolicy({
  superadmin: 'all',
  tenant_admin: 'all',
  instructor: 'select id from sessions where instructor_id = $caller or instructor_id is null',
  parent: 'none',
  student: 'none',
})

/**
 * Meetings of which a user takes the attendance: those that the user instructs, and those of sessions without an instructor,
 * since any instructor on site must be able to count the children.
 */
export const ledMeetings = rowPolicy({
  superadmin: 'all',
  tenant_admin: 'all',
  instructor: `select m.id from ${meetingsWithSessions} where ${instructsMeeting} or s.instructor_id is null`,
  parent: 'none',
  student: 'none',
})

/** Sessions that a user runs, with their points: those that the user instructs, and those without an instructor. */
export const ledSessions = rowPolicy({
  superadmin: 'all',
  tenant_admin: 'all',
  instructor: `select id from sessions where instructor_id is null
    union select m.session_id from ${meetingsWithSessions} where ${instructsMeeting}`,
  parent: 'none',
  student: 'none',
})

/**
 * Meetings whose door a user manages: those that the user leads, as a substitute too, and those without an instructor.
 */
export const ownMeetings = rowPolicy({
  superadmin: 'all',
  tenant_admin: 'all',
  instructor: `select m.id from ${meetingsWithSessions} where coalesce(${leaderOfMeeting}, $caller) = $caller`,
  parent: 'none',
  student: 'none',
})
