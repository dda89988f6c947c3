import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { conflict } from '#core/server/errors.ts'
import { zoneOf } from '../../../shared/server/time-zone.ts'
import { session } from '../contract.ts'

const selectOverlappingSession = statement(
  session.pick({ name: true, startDate: true, endDate: true }).extend({ instructor: z.string() }),
  `select s.name, m.starts_at as "startDate", m.ends_at as "endDate", u.first_name || ' ' || u.last_name as instructor
    from meeting_times($startDate, $endDate, $zone, $tenantId) w
      join session_meetings m on m.busy_instructor_id = $instructorId and m.starts_at < w.ends_at
        and m.ends_at > w.starts_at and m.session_id is distinct from $exceptSessionId::uuid
      join sessions s on s.tenant_id = m.tenant_id and s.id = m.session_id
      join users u on u.tenant_id = m.tenant_id and u.id = m.busy_instructor_id
    order by m.starts_at limit 1`,
)

/** @throws conflict at `instructorId`, naming the session that the instructor teaches at that time */
export async function checkInstructorIsFree(
  scope: TenantScope,
  instructorId: string,
  { startDate, endDate }: { startDate: string; endDate: string },
  exceptSessionId: string | null = null,
): Promise<void> {
  const zone = await zoneOf(scope)
  const { tenantId } = scope
  const values = { instructorId, startDate, endDate, exceptSessionId, zone, tenantId }
  const [other] = await scope.rows(selectOverlappingSession, values)
  if (!other) return
  const times = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: zone })
  const period = times.formatRange(new Date(other.startDate), new Date(other.endDate))
  throw conflict('instructorId', `${other.instructor} teaches “${other.name}” at that time: ${period} (${zone})`)
}
