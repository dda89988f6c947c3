import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { conflict } from '#core/server/errors.ts'
import { zoneOf } from '../../../shared/server/time-zone.ts'
import { session } from '../contract.ts'

const overlapping = session.pick({ name: true, startDate: true, endDate: true }).extend({ instructor: z.string() })

/** Meetings of other sessions at the time of `w` with its instructor. */
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

// Checks changed sessions in their future state against each other and against unchanged ones.
const selectOverlappingSubstitute = statement(
  overlapping,
  `with target as materialized (
      select * from jsonb_to_recordset($targets::jsonb) t (id uuid, name text, "startDate" timestamptz, "endDate" timestamptz,
        "instructorId" uuid, "takesPlace" boolean)
    ), planned as materialized (
      select t.id, t.name, p.starts_at, p.ends_at, p.instructor_id as substitute_id,
          coalesce(p.instructor_id, t."instructorId") as instructor_id
        from target t left join sessions b on b.id = t.id
          cross join lateral planned_meetings(b.id, b.start_date, b.end_date, t."startDate", t."endDate", $zone, $tenantId) p
        where t."takesPlace" and p.status <> 'cancelled' and exists (select from session_meetings m
          where m.instructor_id is not null and m.session_id in (select id from target))
    ), others as (
      select id, name, starts_at, ends_at, instructor_id from planned
      union all
      select s.id, s.name, m.starts_at, m.ends_at, m.busy_instructor_id
        from session_meetings m join sessions s on s.tenant_id = m.tenant_id and s.id = m.session_id
        where m.busy_instructor_id in (select substitute_id from planned)
          and not exists (select from target t where t.id = s.id)
    )
    select o.name, o.starts_at as "startDate", o.ends_at as "endDate", u.first_name || ' ' || u.last_name as instructor
      from planned w join others o on o.id is distinct from w.id and o.instructor_id = w.substitute_id
          and o.starts_at < w.ends_at and o.ends_at > w.starts_at
        join users u on u.tenant_id = $tenantId and u.id = w.substitute_id
      order by o.starts_at limit 1`,
)

/** A session after a change of several; the id is null for a new one. */
export interface ChangedSession {
  id: string | null
  name: string
  startDate: string
  endDate: string
  instructorId: string | null
  /** False for one that is canceled, skipped or deleted. */
  takesPlace: boolean
}

/**
 * Checks the instructors of single days of sessions that change together. Unlike a session's own instructor, they are not
 * removed on a conflict.
 * @param zone zone of the sessions' days; the organization's by default
 * @throws conflict at `field`, naming the session that the instructor of a day teaches at that time
 */
export async function checkSubstitutesAreFree(
  scope: TenantScope,
  targets: readonly ChangedSession[],
  { zone, field = 'instructorId' }: { zone?: string; field?: string } = {},
): Promise<void> {
  if (targets.length === 0) return
  const clock = zone ?? (await zoneOf(scope))
  const values = { targets: JSON.stringify(targets), zone: clock, tenantId: scope.tenantId }
  refuseOverlapping(await scope.rows(selectOverlappingSubstitute, values), clock, field)
}

/**
 * Checks that the instructor of a session, and those of its days, are free at every meeting from a start to an end.
 * @param instructorId null to check only the days' own instructors
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

function refuseOverlapping(
  [other]: readonly z.infer<typeof overlapping>[],
  zone: string,
  field = 'instructorId',
): void {
  if (!other) return
  const times = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: zone })
  const period = times.formatRange(new Date(other.startDate), new Date(other.endDate))
  throw conflict(field, `${other.instructor} teaches “${other.name}” at that time: ${period} (${zone})`)
}
