import { useQuery } from '@tanstack/react-query'
import { createClient } from '#core/web/client.ts'
import { useUser } from '#core/web/session.ts'
import { studentHomeContract } from '../contract.ts'

const studentHomeApi = createClient(studentHomeContract)

/** Reads what the parts of a student's home show of courses, once for all of them, and anew on each visit. */
export function useStudentHome() {
  // Super admins see the parts of every role, and take no courses.
  const isStudent = useUser().role === 'student'
  return useQuery({ ...studentHomeApi.studentHome(), enabled: isStudent, refetchOnMount: 'always' })
}
