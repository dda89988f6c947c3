import type { Figure } from '../../server/figures.ts'
import { seenStudents } from '../../families/server/policies.ts'

/** The points of a student, and all entries of the ledger that they are the sum of. @param student whose, as `$studentId` */
export const totalPointsOf = (student: string): Figure => ({
  from: 'points_entries',
  where: (viewer) => `r.student_id = ${student} and ${seenStudents(viewer, 'r.student_id')}`,
  measure: 'points',
  row: {
    joins: 'left join sessions x on x.tenant_id = r.tenant_id and x.id = r.session_id',
    name: 'r.reason',
    about: `coalesce(x.name, '')`,
    at: 'r.earned_at',
    amount: 'r.points',
  },
})
