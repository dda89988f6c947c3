import { rowPolicy } from '#core/server/database/row-policy.ts'

/** Students: guardians see the children they may see, unless they are restricted; students see themselves. */
export const seenStudents = rowPolicy({
  superadmin: 'all',
  tenant_admin: 'all',
  instructor: 'all',
  parent: 'select student_id from parent_students where parent_id = $caller and may_see and not is_restricted',
  student: 'select id from students where user_id = $caller',
})

/** True where a guardian may not pick up the child, by the link of that guardian: restricted, or without the right. */
export const barredGuardian = (link: string) => `(${link}.is_restricted or not ${link}.may_collect)`
