import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import { requireStudent } from '../../families/server/children.ts'
import { pointsEntry, type PointsEntry } from '../contract.ts'

const listed = statement(
  pointsEntry.extend({ total: z.number() }),
  `select e.id, e.points, e.reason, e.source, e.given_by_name as "givenBy", e.earned_at as "earnedAt",
      e.created_at as "createdAt", case when e.reverses_id is not null then 'taking-back'
        when exists (select from points_entries r where r.tenant_id = e.tenant_id and r.reverses_id = e.id) then 'taken-back'
        else 'standing' end as state,
      (select count(*) from points_entries e where e.tenant_id = $tenantId and e.student_id = $studentId) as total
    from points_entries e where e.tenant_id = $tenantId and e.student_id = $studentId
    order by e.created_at desc, e.id desc limit $most offset $offset`,
)

/** What a student's points are made of, with the total number of entries. @throws not-found unless the caller sees the student */
export async function listPoints(
  scope: TenantScope,
  studentId: string,
  { limit = LIST_CAP, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
): Promise<PagedAnswer<PointsEntry>> {
  await requireStudent(scope, studentId)
  const found = await scope.rows(listed, { tenantId: scope.tenantId, studentId, most: limit + 1, offset })
  // Beyond the end of the list nothing tells how many there are.
  const total = found[0]?.total ?? (offset === 0 ? 0 : undefined)
  return new PagedAnswer<PointsEntry>(found, { limit, offset, ...(total === undefined ? {} : { total }) })
}
