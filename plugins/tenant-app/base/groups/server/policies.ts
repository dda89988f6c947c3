import { rowPolicy, type Viewer } from '#core/server/database/row-policy.ts'
import { seenStudents } from '../../families/server/policies.ts'

/** True where a membership holds on a day. @param membership alias of the table @param day SQL of a date */
export const isMemberOn = (membership: string, day: string) =>
  `${membership}.from_date <= ${day} and (${membership}.until_date is null or ${membership}.until_date > ${day})`

/**
 * Groups: instructors see those they staff, families those that their children are in now. A group of which a child was
 * once a member is not a family's any more.
 */
export const seenGroups = rowPolicy({
  superadmin: 'all',
  tenant_admin: 'all',
  instructor: 'select group_id from group_staff where user_id = $caller',
  parent: `select group_id from group_members where until_date is null and ${seenStudents('parent', 'student_id')}`,
  student: `select group_id from group_members where until_date is null and ${seenStudents('student', 'student_id')}`,
})

/** True where a student is today a member of the group `$groupId`, which the viewer sees. @param student SQL of the id */
export const isInGroup = (viewer: Viewer, student: string) =>
  `${student} in (select m.student_id from group_members m where m.group_id = $groupId and ${isMemberOn('m', '$today::date')}
    and ${seenGroups(viewer, 'm.group_id')})`
