import { rowPolicy } from '#core/server/database/row-policy.ts'
import { barredGuardian, seenStudents } from '../../../base/families/server/policies.ts'

/** Students of whom somebody sees who may collect them. Students themselves do not. */
export const studentsWithCollectors = rowPolicy({
  superadmin: 'all',
  tenant_admin: 'all',
  instructor: 'all',
  parent: `select id from students where ${seenStudents('parent', 'id')}`,
  student: 'none',
})

/** Students of whom somebody decides who may collect them: staff, and guardians who see and may collect the child. */
export const collectingDecided = rowPolicy({
  superadmin: 'all',
  tenant_admin: 'all',
  instructor: 'all',
  parent: `select student_id from parent_students
    where parent_id = $caller and not ${barredGuardian('parent_students')} and ${seenStudents('parent', 'student_id')}`,
  student: 'none',
})
