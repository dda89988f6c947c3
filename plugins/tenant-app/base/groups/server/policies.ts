import { rowPolicy, type Viewer } from '#core/server/database/row-policy.ts'
import { seenStudents } from '../../families/server/policies.ts'

/** True where a membership lasts beyond a day or begins after it; parameters as in `isMemberOn`. */
export const endsAfter = (membership: string, day: string) =>
  `(${membership}.until_date is null or ${membership}.until_date > ${day})`

/** True where a membership covers a day. @param membership alias of the table @param day SQL of a date */
export const isMemberOn = (membership: string, day: string) =>
  `${membership}.from_date <= ${day} and ${endsAfter(membership, day)}`

const groupsToday = (viewer: 'parent' | 'student') =>
  `select m.group_id from group_members m where ${isMemberOn('m', '$today::date')}
    and ${seenStudents(viewer, 'm.student_id')}` as const

/**
 * Groups: instructors see those they staff, families those that their children are in on `$today`, the organization's day.
 * Families do not see groups of the past.
 */
export const seenGroups = rowPolicy({
  superadmin: 'all',
  tenant_admin: 'all',
  instructor: 'select group_id from group_staff where user_id = $caller',
  parent: groupsToday('parent'),
  student: groupsToday('student'),
})

/** True where a student is today a member of group `$groupId`, which the viewer sees. @param student SQL of the id */
export const isInGroup = (viewer: Viewer, student: string) =>
  `${student} in (select m.student_id from group_members m where m.group_id = $groupId and ${isMemberOn('m', '$today::date')}
    and ${seenGroups(viewer, 'm.group_id')})`
