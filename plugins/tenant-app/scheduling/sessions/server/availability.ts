import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { conflict } from '#core/server/errors.ts'
import { zoneOf } from '../../../shared/server/time-zone.ts'
import { session } from '../contract.ts'

const selectOverlappingSession = statement(
  session.pick({ name: true, startDate: true, endDate: true }).extend({ instructor: z.string() }),
  `select s.name, s.start_date as "startDate", s.end_date as "endDate", u.first_name || ' ' || u.last_name as instructor
    from sessions s join users u on u.tenant_id = s.tenant_id and u.id = s.instructor_id
    where s.instructor_id = $instructorId and s.start_date < $endDate and s.end_date > $startDate
      and s.status <> 'cancelled' and s.id is distinct from $exceptSessionId::uuid
    order by s.start_date limit 1`,
)

/** @throws conflict at `instructorId`, naming the session that the instructor teaches at that time */
export async function checkInstructorIsFree(
  scope: TenantScope,
  instructorId: string,
  { startDate, endDate }: { startDate: string; endDate: string },
  exceptSessionId: string | null = null,
): Promise<void> {
  const [other] = await scope.rows(selectOverlappingSession, { instructorId, startDate, endDate, exceptSessionId })
  if (!other) return
  const zone = await zoneOf(scope)
  const times = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: zone })
  const period = times.formatRange(new Date(other.startDate), new Date(other.endDate))
  throw conflict('instructorId', `${other.instructor} teaches “${other.name}” at that time: ${period} (${zone})`)
}
