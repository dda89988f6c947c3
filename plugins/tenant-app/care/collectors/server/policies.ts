import { rowPolicy } from '#core/server/database/row-policy.ts'
import { barredGuardian, seenStudents } from '../../../base/families/server/policies.ts'

/** Students whose authorized pickups a user sees. Students themselves see none. */
export const studentsWithCollectors = rowPolicy({
  superadmin: 'all',
  tenant_admin: 'all',
  instructor: 'all',
  parent: `select id from students where ${seenStudents('parent', 'id')}`,
  student: 'none',
})

/** Students whose authorized pickups a user changes: staff, and guardians who see and may pick up the child. */
export const collectingDecided = rowPolicy({
  superadmin: 'all',
  tenant_admin: 'all',
  instructor: 'all',
  parent: `select student_id from parent_students
    where parent_id = $caller and not ${barredGuardian('parent_students')} and ${seenStudents('parent', 'student_id')}`,
  student: 'none',
})
