import { rowPolicy } from '#core/server/database/row-policy.ts'

/** Students: parents see their own children, students themselves. */
export const seenStudents = rowPolicy({
  superadmin: 'all',
  tenant_admin: 'all',
  instructor: 'all',
  parent: 'select student_id from parent_students where parent_id = $caller',
  student: 'select id from students where user_id = $caller',
})
