import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import type { Rubric } from '../../../authoring/lessons/kinds/rubric-contract.ts'
import { loggedGrade, type GivenGrade, type GradeAct, type GradeResult, type LoggedGrade } from '../grade-contract.ts'
import { GradeModel } from './grade.ts'

/** Maximum number of acts that are read at once; hardly any work has more than ten. */
const MAX_LOG_ENTRIES = 200

const selectLogEntries = statement(
  loggedGrade,
  `select g.id, g.number, g.did, g.by_name as by, g.happened_at as at, g.rubric, g.given_points as "givenPoints",
      g.most_points as "mostPoints", g.deduction, g.score, g.is_passed as "isPassed",
      jsonb_build_object('marks', g.marks, 'items', g.items, 'points', g.points, 'isPassed', g.said_passed,
        'comment', g.comment) as given
    from lms_grades g where g.tenant_id = $tenantId and g.work_id = $workId
    order by g.happened_at desc, g.id desc limit ${MAX_LOG_ENTRIES}`,
)

/** Lists acts on a piece of work, newest first. */
export const logOf = (scope: TenantScope, workId: string): Promise<LoggedGrade[]> =>
  scope.rows(selectLogEntries, { tenantId: scope.tenantId, workId })

/** Finds the newest grade of the current version; null if it is not graded. */
export const gradeOf = (log: readonly LoggedGrade[], { number }: { number: number }): LoggedGrade | null =>
  log.find((one) => one.number === number) ?? null

interface Act {
  did: GradeAct
  rubric: Rubric
  given: GivenGrade
  result: GradeResult
}

/** Logs an act of a grader, with the rubric as it is now. */
export async function logGrade(
  scope: TenantScope,
  work: { id: string; number: number },
  { did, rubric, given, result }: Act,
): Promise<void> {
  const { marks, items, points, isPassed: saidPassed, comment } = given
  await GradeModel.query(scope.trx).insert({
    workId: work.id,
    number: work.number,
    did,
    byId: scope.actor.user?.id ?? null,
    byName: scope.actor.user?.name ?? '',
    happenedAt: scope.core.clock.now().toISOString(),
    rubric,
    marks,
    items,
    points,
    saidPassed,
    comment,
    ...result,
  })
}
