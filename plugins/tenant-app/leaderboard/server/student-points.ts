import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { LIST_CAP } from '#core/contract/paging.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import { requireStudent } from '../../families/server/children.ts'
import { pointsEntry, type Period, type PointsEntry } from '../contract.ts'
import { timesOf } from './periods.ts'

const chosen = `e.student_id = $studentId and e.earned_at >= $from::timestamptz and e.earned_at < $to::timestamptz`

const listed = statement(
  pointsEntry.extend({ total: z.number() }),
  `select e.id, e.points, e.reason, x.name as "sessionName", e.given_by_name as "givenBy", e.earned_at as "earnedAt",
      e.reverses_id is not null as "isReversal", (select count(*) from points_entries e where ${chosen}) as total
    from points_entries e left join sessions x on x.tenant_id = e.tenant_id and x.id = e.session_id
    where ${chosen} order by e.earned_at desc, e.created_at desc, e.id desc limit $most offset $offset`,
)

interface Asked {
  period: Period
  limit?: number | undefined
  offset?: number | undefined
}

/** What a student's points of a period are the sum of. @throws not-found */
export async function listStudentPoints(
  scope: TenantScope,
  studentId: string,
  { period, limit = LIST_CAP, offset = 0 }: Asked,
): Promise<PagedAnswer<PointsEntry>> {
  await requireStudent(scope, studentId)
  const values = { studentId, ...(await timesOf(scope, period)), most: limit + 1, offset }
  const found = await scope.rows(listed, values)
  const total = found[0]?.total ?? (offset === 0 ? 0 : undefined)
  return new PagedAnswer<PointsEntry>(found, { limit, offset, ...(total === undefined ? {} : { total }) })
}
