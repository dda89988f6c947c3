import { LIST_CAP } from '#core/contract/paging.ts'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf } from '#core/server/database/row-policy.ts'
import { statement } from '#core/server/database/statement.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import { chooseMeeting } from '../../sessions/server/meetings.ts'
import { getSession } from '../../sessions/server/sessions.ts'
import { overruledMark, type OverruledMark } from '../contract.ts'

/** Time at which entry `k` of the attendance log arrived. */
const arrival = (entry: string) => `coalesce(${entry}.received_at, ${entry}.marked_at)`

const selectOverruled = statement(
  overruledMark,
  `select o.student_id as "studentId", s.first_name || ' ' || s.last_name as "studentName", o.mark, o.marked_at as "madeAt",
      a.mark as "standing", m.marked_by_name as "standingBy", m.marked_at as "standingAt"
    from attendance_marks o
      join students s on s.tenant_id = o.tenant_id and s.id = o.student_id
      join meeting_attendance a on a.tenant_id = o.tenant_id and a.meeting_id = o.meeting_id and a.student_id = o.student_id
      join attendance_marks m on m.tenant_id = o.tenant_id and m.session_id = o.session_id and m.student_id = o.student_id
        and m.number = a.number
    where o.session_id = $sessionId and o.meeting_id = $meetingId and o.number is null and o.marked_by = $caller
      and a.mark is distinct from o.mark and not exists (select from attendance_marks k
        where k.tenant_id = o.tenant_id and k.session_id = o.session_id and k.student_id = o.student_id
          and k.meeting_id = o.meeting_id and k.marked_by = $caller and (${arrival('k')}, k.id) > (${arrival('o')}, o.id))
    order by s.last_name, s.first_name, o.student_id limit $most offset $offset`,
)

interface OverruledQuery {
  meeting?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

/**
 * Lists the caller's records of a meeting that another user's overruled, until the caller marks the student again.
 * @throws not-found unless the caller sees the session
 */
export async function listOverruledMarks(
  scope: TenantScope,
  sessionId: string,
  { meeting, limit = LIST_CAP, offset = 0 }: OverruledQuery,
): Promise<PagedAnswer<OverruledMark>> {
  await getSession(scope, sessionId)
  const { id: meetingId } = await chooseMeeting(scope, sessionId, meeting)
  const values = { sessionId, meetingId, ...callerOf(scope), most: limit + 1, offset }
  return new PagedAnswer(await scope.rows(selectOverruled, values), { limit, offset })
}
