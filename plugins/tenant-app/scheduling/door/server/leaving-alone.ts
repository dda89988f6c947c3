import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { z } from 'zod'
import { listConsentingStudents } from '../../../care/consents/server/has-consent.ts'
import { leavesAloneFrom } from '../../sessions/server/leaves-alone-from.ts'
import type { DoorMeeting } from './rights.ts'

const selectAloneFrom = statement(
  z.object({ at: z.string() }),
  `select ${leavesAloneFrom({ day: 's.day', endsAt: 's.ends_at' })} as at from session_meetings s where s.id = $meetingId`,
)

/** Tells from when children leave a meeting alone, and which of them have the consent. */
export async function findLeavingAlone(
  scope: TenantScope,
  { id: meetingId, endsAt }: DoorMeeting,
  studentIds: readonly string[],
): Promise<{ from: string; students: ReadonlySet<string> }> {
  const students = await listConsentingStudents(scope, studentIds, 'leave-alone')
  const [found] = await scope.rows(selectAloneFrom, { meetingId })
  return { from: found?.at ?? endsAt, students }
}
