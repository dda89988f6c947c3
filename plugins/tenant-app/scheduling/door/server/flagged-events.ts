import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import { record, referTo } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { conflict, notFound } from '#core/server/errors.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import { flaggedEvent, type FlaggedEvent } from '../flags-contract.ts'
import { authorOf } from './record-events.ts'

/** SQL: flagged events `d` that no admin has checked. */
const unchecked = `d.flag is not null
  and not exists (select from door_checks k where k.tenant_id = d.tenant_id and k.event_id = d.id)`

const countFlagged = statement(
  z.object({ count: z.number() }),
  `select count(*)::int as count from door_events d where ${unchecked}`,
)

const selectFlagged = statement(
  flaggedEvent,
  `select d.id, d.student_id as "studentId", c.first_name || ' ' || c.last_name as "studentName", d.at,
      d.recorded_at as "recordedAt", d.user_name as "userName", exists (select from door_events u
        where u.tenant_id = d.tenant_id and u.undoes_id = d.id) as "isUndone", d.by_kind as "byKind", d.by_name as "byName",
      d.called_name as "calledName", d.reason, d.session_id as "sessionId", s.name as "sessionName", d.kind, d.flag
    from door_events d join sessions s on s.tenant_id = d.tenant_id and s.id = d.session_id
      join students c on c.tenant_id = d.tenant_id and c.id = d.student_id
    where ${unchecked} order by d.recorded_at, d.id limit $most offset $offset`,
)

/** Lists flagged events that no admin has checked, the oldest first. */
export async function listFlaggedEvents(
  scope: TenantScope,
  { limit = LIST_CAP, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
): Promise<PagedAnswer<FlaggedEvent>> {
  const rows = await scope.rows(selectFlagged, { most: limit + 1, offset })
  const [counted] = await scope.rows(countFlagged)
  return new PagedAnswer(rows, { limit, offset, total: counted?.count ?? 0 })
}

const selectEvent = statement(
  z.object({ sessionId: z.uuid(), studentId: z.uuid(), flag: z.string() }),
  `select session_id as "sessionId", student_id as "studentId", flag from door_events
    where id = $id and flag is not null`,
)

const insertCheck = statement(
  z.object({ id: z.uuid() }),
  `insert into door_checks (event_id, student_id, note, checked_by, checked_by_name, checked_at)
    values ($eventId, $studentId, $note, $by, $name, $now) on conflict (tenant_id, event_id) do nothing returning id`,
)

/**
 * Notes that an admin has checked a flagged event, which stays as it is.
 * @throws not-found without a flagged event, conflict at `note` once it is checked
 */
export async function checkFlaggedEvent(scope: TenantScope, id: string, note: string): Promise<void> {
  const [event] = await scope.rows(selectEvent, { id })
  if (!event) throw notFound('Event')
  const { sessionId, studentId, flag } = event
  const values = { eventId: id, studentId, note, now: scope.core.clock.now(), ...authorOf(scope) }
  const [added] = await scope.rows(insertCheck, values)
  if (!added) throw conflict('note', 'Another admin has checked this already')
  await record(scope, {
    action: 'pickup.checked',
    category: 'security',
    description: `Checked a flagged entry of the door about ${referTo('student', studentId)}`,
    resource: 'student',
    resourceId: studentId,
    metadata: { sessionId, eventId: id, flag },
  })
}
