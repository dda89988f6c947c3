import type { Measured } from '../../../shared/server/figures.ts'
import { seenStudents } from '../../families/server/policies.ts'

/** Points of a student: the sum of the entries that `listPoints` answers. @param student SQL of `$studentId` */
export const totalPointsOf = (student: string): Measured => ({
  from: 'points_entries',
  where: (viewer) => `r.student_id = ${student} and ${seenStudents(viewer, 'r.student_id')}`,
  measure: 'points',
})
