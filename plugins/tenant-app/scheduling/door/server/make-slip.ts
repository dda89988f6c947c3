import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { forbidden, notFound } from '#core/server/errors.ts'
import { pickupPeopleOf } from '../../../care/collectors/server/pickup-people.ts'
import { makeCode } from '../../../care/pickup-codes/server/make-code.ts'
import { recordCode } from '../../../care/pickup-codes/server/own-codes.ts'
import { lockParticipants } from '../../rosters/server/attendance.ts'
import { pickupDayOf, requireDoor } from './rights.ts'

const selectHolder = statement(
  z.object({ userId: z.uuid().nullable(), collectorId: z.uuid().nullable() }),
  `select p.parent_id as "userId", null::uuid as "collectorId" from parent_students p
      where p.id = $personId and p.student_id = $studentId
    union all select null, c.id from collectors c where c.id = $personId and c.student_id = $studentId`,
)

const selectMidnight = statement(
  z.object({ at: z.string() }),
  `select ((($now::timestamptz at time zone time_zone)::date + 1)::timestamp at time zone time_zone) as at
    from tenants where id = $tenantId`,
)

/**
 * Makes a PIN on paper for a person who picks up a child of a meeting that the caller leads. It works once, until midnight.
 * @throws as `requireDoor`, forbidden for who covers the door, not-found for a child without a spot or a person who may not
 *   pick it up
 */
export async function makeSlip(
  scope: TenantScope,
  sessionId: string,
  { studentId, personId }: { studentId: string; personId: string },
  chosenMeeting?: string,
): Promise<{ code: string; expiresAt: string }> {
  const meeting = await requireDoor(scope, sessionId, chosenMeeting)
  if (!meeting.leads) throw forbidden('Ask an admin or the instructor of this session for a slip')
  // The second of two slips at once replaces the first.
  const [place] = await scope.rows(lockParticipants, { sessionId, studentIds: [studentId] })
  if (!place) throw notFound('Child')
  const { allowed } = await pickupPeopleOf(scope, studentId, pickupDayOf(meeting))
  const [holder] = await scope.rows(selectHolder, { studentId, personId })
  if (!holder || !allowed.some(({ id }) => id === personId)) throw notFound('Person')
  const [midnight] = await scope.rows(selectMidnight, { tenantId: scope.tenantId, now: scope.core.clock.now() })
  if (!midnight) throw notFound('Organization')
  const { id, code } = await makeCode(scope, holder, { kind: 'slip', expiresAt: new Date(midnight.at) })
  await recordCode(scope, 'made', { kind: 'slip', id, studentId })
  return { code, expiresAt: midnight.at }
}
