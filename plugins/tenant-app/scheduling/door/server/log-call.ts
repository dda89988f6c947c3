import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { z } from 'zod'
import { invalidField } from '#core/server/errors.ts'
import { authorOf } from './record-events.ts'
import { requireDoor } from './rights.ts'

const insertCall = statement(
  z.object({ id: z.uuid() }),
  `insert into door_calls (id, session_id, meeting_id, student_id, called_name, outcome, note, user_id, user_name, at)
    select $id, $sessionId, $meetingId, p.student_id, $calledName, $outcome, $note, $by, $name, $now
      from session_participants p
      where p.session_id = $sessionId and p.student_id = $studentId and p.status = 'registered'
    on conflict (id) do nothing returning id`,
)

const selectCall = statement(z.object({ id: z.uuid() }), 'select id from door_calls where id = $id')

export interface NewCall {
  id: string
  studentId: string
  calledName: string
  outcome: 'reached' | 'no-answer' | 'message'
  note: string
}

/** Logs a call about a child who is not picked up yet; one that is sent again counts once. @throws as `requireDoor` */
export async function logCall(
  scope: TenantScope,
  sessionId: string,
  call: NewCall,
  chosenMeeting?: string,
): Promise<void> {
  const meeting = await requireDoor(scope, sessionId, chosenMeeting)
  const now = scope.core.clock.now()
  const [added] = await scope.rows(insertCall, { ...call, sessionId, meetingId: meeting.id, now, ...authorOf(scope) })
  if (added) return
  const [present] = await scope.rows(selectCall, { id: call.id })
  if (!present) throw invalidField('studentId', 'This child has no spot in the session any more')
}
