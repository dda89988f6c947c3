import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { z } from 'zod'
import { listConsentingStudents } from '../../../care/consents/server/has-consent.ts'
import type { DoorMeeting } from './rights.ts'
import { getDoorSettings } from './settings.ts'

const selectInstant = statement(
  z.object({ at: z.string() }),
  'select ($day::date + $clock::time) at time zone $zone as at',
)

/** Tells from when children leave a meeting alone, and which of them have the consent. */
export async function findLeavingAlone(
  scope: TenantScope,
  { day, endsAt, zone }: DoorMeeting,
  studentIds: readonly string[],
): Promise<{ from: string; students: ReadonlySet<string> }> {
  const students = await listConsentingStudents(scope, studentIds, 'leave-alone')
  const { aloneFrom } = await getDoorSettings(scope)
  if (aloneFrom === null) return { from: endsAt, students }
  const [found] = await scope.rows(selectInstant, { day, clock: aloneFrom, zone })
  return { from: found?.at ?? endsAt, students }
}
