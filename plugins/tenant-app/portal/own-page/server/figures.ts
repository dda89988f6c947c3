import type { z } from 'zod'
import type { Viewer } from '#core/server/database/row-policy.ts'
import { seenStudents } from '../../../base/families/server/policies.ts'
import { totalPointsOf } from '../../../base/points/server/figure.ts'
import { beginOf, rowsOf, type Figure, type Measured } from '../../../shared/server/figures.ts'
import type { ownFigures } from '../contract.ts'

type Name = keyof z.infer<typeof ownFigures>

const scoreRow = {
  joins: `left join challenges c on c.tenant_id = r.tenant_id and c.id = r.challenge_id
    left join sessions x on x.tenant_id = r.tenant_id and x.id = r.session_id`,
  name: `coalesce(c.title, 'Challenge')`,
  about: `coalesce(x.name, '')`,
  at: 'r.completed_at',
  amount: 'r.score',
  most: 'r.max_score',
}

/** A child's figures (spec part 2, section 2.8, Parent Portal). @param student whose, as `$studentId` */
export function figuresOf(
  student: string,
): Readonly<Record<Exclude<Name, 'totalPoints'>, Figure> & Record<'totalPoints', Measured>> {
  const isOwn = (viewer: Viewer) => `r.student_id = ${student} and ${seenStudents(viewer, 'r.student_id')}`
  const scores = { from: 'scores', where: isOwn, row: scoreRow }
  return {
    totalPoints: totalPointsOf(student),
    overallProgress: { ...scores, measure: 'percent' },
    challengesCompleted: { ...scores, measure: 'count' },
    sessionsAttended: {
      from: 'session_participants',
      where: (viewer) => `${isOwn(viewer)} and r.attendance in ('present', 'late') and exists (
        select from sessions x where x.tenant_id = r.tenant_id and x.id = r.session_id
          and x.start_date >= ${beginOf('month')} and x.start_date < ${beginOf('month', 'next')})`,
      measure: 'count',
      row: {
        joins: 'join sessions x on x.tenant_id = r.tenant_id and x.id = r.session_id',
        name: 'x.name',
        about: 'x.location',
        at: 'x.start_date',
      },
    },
  }
}

const studentFigures = figuresOf('$studentId')

export const ownRows = {
  overallProgress: rowsOf(studentFigures.overallProgress),
  sessionsAttended: rowsOf(studentFigures.sessionsAttended),
  challengesCompleted: rowsOf(studentFigures.challengesCompleted),
}
