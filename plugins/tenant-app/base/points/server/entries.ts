import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf, viewerOf, viewers, type Viewer } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { countedPage, type PagedAnswer } from '#core/server/http/answers.ts'
import { requireStudent } from '../../families/server/children.ts'
import { pointsEntry, type Period, type PointsEntry } from '../contract.ts'
import { totalPointsOf } from './figure.ts'
import { timesOf } from './periods.ts'

const { from, where } = totalPointsOf('$studentId')

// Families do not see who gave points.
const giver = (viewer: Viewer) => (viewer === 'parent' || viewer === 'student' ? 'null::text' : 'r.given_by_name')

const selectEntries = variants({ viewer: viewers }, ({ viewer }) => {
  const found = `${where(viewer)} and r.earned_at >= $from::timestamptz and r.earned_at < $to::timestamptz`
  return statement(
    pointsEntry.extend({ total: z.number() }),
    `select r.id, r.points, r.reason, r.source, x.name as "sessionName", ${giver(viewer)} as "givenBy",
        r.earned_at as "earnedAt", r.created_at as "createdAt",
        case when r.reverses_id is not null then 'taking-back'
          when exists (select from points_entries b where b.tenant_id = r.tenant_id and b.reverses_id = r.id) then 'taken-back'
          else 'standing' end as state,
        (select count(*) from ${from} r where ${found}) as total
      from ${from} r left join sessions x on x.tenant_id = r.tenant_id and x.id = r.session_id
      where ${found} order by r.earned_at desc, r.created_at desc, r.id desc limit $most offset $offset`,
  )
})

interface Asked {
  period?: Period
  limit?: number | undefined
  offset?: number | undefined
}

/**
 * Lists the entries of a student's points, in total or in a period, with their number. A reversing entry is listed beside the
 * one that it reverses.
 * @throws not-found unless the caller may see the student
 */
export async function listPoints(
  scope: TenantScope,
  studentId: string,
  { period = 'all-time', limit = LIST_CAP, offset = 0 }: Asked,
): Promise<PagedAnswer<PointsEntry>> {
  await requireStudent(scope, studentId)
  const asked = { studentId, ...(await timesOf(scope, period)), ...callerOf(scope) }
  const found = await scope.lastRows(selectEntries({ viewer: viewerOf(scope) }), { ...asked, most: limit + 1, offset })
  // Past the end of the list no row has the total.
  return countedPage(found, { limit, offset })
}
