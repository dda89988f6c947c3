import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import type { PagedAnswer } from '#core/server/http/answers.ts'
import { historyFields, studentEvent, type StudentEvent } from '../progress-contract.ts'
import { pageOf, total } from './progress.ts'
import { StudentChangeModel } from './student-change.ts'

type StudentValues = Partial<Record<(typeof historyFields)[number], string | boolean | null>>

/** Adds to a student's history, in the transaction of the change. `before` is omitted for a new student. */
export async function recordStudentChange(
  scope: TenantScope,
  studentId: string,
  { before, after }: { before?: StudentValues; after: StudentValues },
): Promise<void> {
  const changes = historyFields.flatMap((field) => {
    const change = { field, before: valueText(before?.[field]), after: valueText(after[field]) }
    return field in after && change.before !== change.after ? [change] : []
  })
  await StudentChangeModel.query(scope.trx).insert({
    studentId,
    kind: before ? 'changed' : 'added',
    changes,
    actorId: scope.actor.user?.id ?? null,
    actorName: scope.actor.user?.name ?? null,
    occurredAt: scope.core.clock.now().toISOString(),
  })
}

function valueText(value: string | boolean | null | undefined): string | null {
  if (typeof value === 'boolean') return value ? 'active' : 'inactive'
  return value ?? null
}

const selectHistory = statement(
  studentEvent.extend(total.shape),
  `select c.id, c.kind, c.changes, c.actor_name as "actorName", c.occurred_at as "occurredAt",
      (select count(*) from student_changes where student_id = $studentId) as total
    from student_changes c where c.student_id = $studentId
    order by c.occurred_at desc, c.id desc limit $most offset $offset`,
)

/** Lists a student's history, the newest entry first. @throws not-found */
export function listHistory(
  scope: TenantScope,
  studentId: string,
  page: { limit?: number | undefined; offset?: number | undefined },
): Promise<PagedAnswer<StudentEvent>> {
  return pageOf(scope, studentId, selectHistory, page)
}
