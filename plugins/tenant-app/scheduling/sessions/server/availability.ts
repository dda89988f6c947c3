import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { conflict } from '#core/server/errors.ts'
import { zoneOf } from '../../../shared/server/time-zone.ts'
import { session } from '../contract.ts'

const overlapping = session.pick({ name: true, startDate: true, endDate: true }).extend({ instructor: z.string() })

/** Meetings of others that are led at the time of `w` by its instructor. */
const overlappingOthers = `join session_meetings m on m.busy_instructor_id = w.instructor_id and m.starts_at < w.ends_at
        and m.ends_at > w.starts_at and m.session_id is distinct from $exceptSessionId::uuid
      join sessions s on s.tenant_id = m.tenant_id and s.id = m.session_id
      join users u on u.tenant_id = m.tenant_id and u.id = m.busy_instructor_id
    order by m.starts_at limit 1`

const columns = `s.name, m.starts_at as "startDate", m.ends_at as "endDate", u.first_name || ' ' || u.last_name as instructor`

const selectOverlappingSession = statement(
  overlapping,
  `select ${columns} from (select p.starts_at, p.ends_at, coalesce(p.instructor_id, $instructorId::uuid) as instructor_id
      from (select 1) one left join sessions b on b.id = $exceptSessionId::uuid cross join lateral planned_meetings(
        b.id, b.start_date, b.end_date, $startDate, $endDate, $zone, $tenantId) p where p.status <> 'cancelled') w
    ${overlappingOthers}`,
)

const selectOverlappingDay = statement(
  overlapping,
  `select ${columns} from (select "startsAt" as starts_at, "endsAt" as ends_at, "instructorId" as instructor_id
      from jsonb_to_recordset($days::jsonb) d ("startsAt" timestamptz, "endsAt" timestamptz, "instructorId" uuid)) w
    ${overlappingOthers}`,
)

/**
 * Checks the instructor of a session, and those of its days, at every meeting from one start to an end.
 * @param instructorId null: the days' own instructors alone
 * @throws conflict at `instructorId`, naming the session that the instructor teaches at that time
 */
export async function checkInstructorIsFree(
  scope: TenantScope,
  instructorId: string | null,
  { startDate, endDate }: { startDate: string; endDate: string },
  exceptSessionId: string | null = null,
): Promise<void> {
  const zone = await zoneOf(scope)
  const { tenantId } = scope
  const values = { instructorId, startDate, endDate, exceptSessionId, zone, tenantId }
  refuseOverlapping(await scope.rows(selectOverlappingSession, values), zone)
}

/** @throws conflict at `instructorId`, naming the session that the instructor of a day teaches at that time */
export async function checkDaysAreFree(
  scope: TenantScope,
  days: readonly { startsAt: string; endsAt: string; instructorId: string | null }[],
  exceptSessionId: string | null = null,
): Promise<void> {
  const found = await scope.rows(selectOverlappingDay, { days: JSON.stringify(days), exceptSessionId })
  if (found.length > 0) refuseOverlapping(found, await zoneOf(scope))
}

function refuseOverlapping([other]: readonly z.infer<typeof overlapping>[], zone: string): void {
  if (!other) return
  const times = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: zone })
  const period = times.formatRange(new Date(other.startDate), new Date(other.endDate))
  throw conflict('instructorId', `${other.instructor} teaches “${other.name}” at that time: ${period} (${zone})`)
}
