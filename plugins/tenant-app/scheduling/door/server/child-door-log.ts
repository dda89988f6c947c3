import { LIST_CAP } from '#core/contract/paging.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import { requireStudent } from '../../../base/families/server/children.ts'
import { standingEvents } from '../../sessions/server/standing-events.ts'
import { childDoorEntry, type ChildDoorEntry } from '../children-contract.ts'

const selectChildLog = statement(
  childDoorEntry,
  `select e.id, e.kind, e.at, x.name as "sessionName", e.by_kind as "byKind", e.by_name as "byName"
    from ${standingEvents('d.student_id = $studentId')} e join sessions x on x.tenant_id = e.tenant_id and x.id = e.session_id
    where e.stands order by e.at desc, e.id desc limit $most offset $offset`,
)

/**
 * Lists arrivals and departures of an own child, the latest first. Refused attempts are no events, and stand nowhere here.
 * @throws not-found unless the caller sees the child
 */
export async function listChildDoorLog(
  scope: TenantScope,
  studentId: string,
  { limit = LIST_CAP, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
): Promise<PagedAnswer<ChildDoorEntry>> {
  await requireStudent(scope, studentId)
  return new PagedAnswer(await scope.rows(selectChildLog, { studentId, most: limit + 1, offset }), { limit, offset })
}
