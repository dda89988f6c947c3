import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { z } from 'zod'
import { conflict, forbidden, invalidField } from '#core/server/errors.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import { lockParticipants } from '../../rosters/server/attendance.ts'
import { doorCall, MAX_CALLS, type DoorCall } from '../contract.ts'
import { authorOf, idTaken } from './record-events.ts'
import { findDoorMeeting, requireDoor, timeOf, worksAtDoor } from './rights.ts'

const selectCall = statement(
  z.object({ isSame: z.boolean() }),
  `select session_id = $sessionId and meeting_id = $meetingId and student_id = $studentId as "isSame"
    from door_calls where id = $id`,
)

const countCalls = statement(
  z.object({ count: z.number() }),
  'select count(*)::int as count from door_calls where meeting_id = $meetingId and student_id = $studentId',
)

const insertCall = statement(
  z.object({ id: z.uuid() }),
  `insert into door_calls (id, session_id, meeting_id, student_id, called_name, outcome, note, user_id, user_name, at)
    values ($id, $sessionId, $meetingId, $studentId, $calledName, $outcome, $note, $by, $name, $now)
    on conflict (id) do nothing returning id`,
)

export interface NewCall {
  id: string
  studentId: string
  calledName: string
  outcome: 'reached' | 'no-answer' | 'message'
  note: string
  madeAt?: string | undefined
}

/**
 * Logs a call about a child who is not picked up yet; one that is sent again counts once.
 * @throws as `requireDoor`, invalid at `studentId`, conflict at `id` for an id of another call, at `calledName` when there
 *   are as many calls as can be
 */
export async function logCall(
  scope: TenantScope,
  sessionId: string,
  call: NewCall,
  chosenMeeting?: string,
): Promise<void> {
  const { id, studentId, madeAt } = call
  const meeting = await requireDoor(scope, sessionId, chosenMeeting, { allowsCanceled: madeAt !== undefined })
  const of = { sessionId, studentId, meetingId: meeting.id }
  // The second of two calls at once counts the first.
  const [place] = await scope.rows(lockParticipants, { sessionId, studentIds: [studentId] })
  const [present] = await scope.rows(selectCall, { id, ...of })
  if (present?.isSame) return
  if (present) throw idTaken()
  if (!place && madeAt === undefined) throw invalidField('studentId', 'This child has no spot in the session any more')
  const [logged] = await scope.rows(countCalls, { meetingId: meeting.id, studentId })
  if (logged && logged.count >= MAX_CALLS) {
    throw conflict(
      'calledName',
      `There are ${MAX_CALLS} calls already. Write further ones into the note of attendance.`,
    )
  }
  const values = { ...call, ...of, now: timeOf(scope, madeAt), ...authorOf(scope) }
  if ((await scope.rows(insertCall, values)).length === 0) throw idTaken()
}

const selectCalls = statement(
  doorCall,
  `select called_name as "calledName", outcome, user_name as "userName", at from door_calls
    where meeting_id = $meetingId and student_id = $studentId order by at desc, id desc limit $most offset $offset`,
)

/** Lists calls about a child at a meeting, the latest first. @throws not-found, forbidden at another instructor's door */
export async function listCalls(
  scope: TenantScope,
  sessionId: string,
  studentId: string,
  { meeting: chosen, limit = MAX_CALLS, offset = 0 }: { meeting?: string; limit?: number; offset?: number },
): Promise<PagedAnswer<DoorCall>> {
  const meeting = await findDoorMeeting(scope, sessionId, chosen)
  if (!worksAtDoor(meeting)) throw forbidden('Another instructor leads this session today')
  const rows = await scope.rows(selectCalls, { meetingId: meeting.id, studentId, most: limit + 1, offset })
  return new PagedAnswer(rows, { limit, offset })
}
