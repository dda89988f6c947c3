import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { emit } from '#core/server/events/events.ts'
import { placesGiven } from './events.ts'
import type { LockedSession } from './lock-session.ts'
import { recordSessionChanges } from './session-change.ts'

const countPlaces = statement(
  z.object({ taken: z.number(), waiting: z.number(), lastPlace: z.number() }),
  `select count(*) filter (where status = 'registered') as taken, count(*) filter (where status = 'waitlisted') as waiting,
      coalesce(max(waiting_place), 0) as "lastPlace"
    from session_participants where session_id = $sessionId and status in ('registered', 'waitlisted')`,
)

interface Places {
  /** Number of free places; Infinity without a limit, 0 where more are taken than there are. */
  free: number
  waiting: number
  /** Last position on the waitlist that was assigned. */
  lastPlace: number
}

/** Counts the places left in a session, which must be locked. */
export async function placesOf(scope: TenantScope, session: LockedSession): Promise<Places> {
  const [found] = await scope.rows(countPlaces, { sessionId: session.id })
  const { taken, waiting, lastPlace } = found ?? { taken: 0, waiting: 0, lastPlace: 0 }
  return { free: Math.max((session.maxParticipants ?? Infinity) - taken, 0), waiting, lastPlace }
}

const updatePromoted = statement(
  z.object({ sessionId: z.uuid(), studentId: z.uuid() }),
  `update session_participants p set status = 'registered', waiting_place = null, promoted_at = $now, accepted_at = null,
      accepted_by_name = null, updated_at = $now
    from (
      select w.id, row_number() over (partition by w.session_id order by w.waiting_place) as place, s.max_participants - (
          select count(*) from session_participants t where t.session_id = s.id and t.status = 'registered'
        ) as free
      from sessions s join session_participants w on w.session_id = s.id and w.status = 'waitlisted'
      where s.id = any($sessionIds::uuid[]) and s.status = 'scheduled' and s.start_date > $now
    ) waiting where p.id = waiting.id and (waiting.free is null or waiting.place <= waiting.free)
    returning p.session_id as "sessionId", p.student_id as "studentId"`,
)

/**
 * Gives free places to the waitlist, in order, and announces it. All code that frees a place calls it: after a removal, a
 * declined place, or a higher limit. The caller has locked the sessions. Sessions that have begun or are canceled are skipped.
 */
export async function fillPlaces(scope: TenantScope, sessionIds: readonly string[]): Promise<void> {
  const found = await scope.rows(updatePromoted, { sessionIds, now: scope.core.clock.now() })
  for (const [sessionId, given] of Map.groupBy(found, (place) => place.sessionId)) {
    const studentIds = given.map(({ studentId }) => studentId)
    await recordSessionChanges(scope, [{ sessionId, kind: 'promoted', studentIds, isAutomatic: true }])
    await emit(scope, placesGiven, { sessionId, studentIds })
  }
}

const upsertPlaces = statement(
  z.object({ sessionId: z.uuid(), studentId: z.uuid(), status: z.enum(['registered', 'waitlisted']) }),
  `with places as (
      select s.id, s.max_participants - count(p.id) filter (where p.status = 'registered') as free,
        count(p.id) filter (where p.status = 'waitlisted') as waiting, coalesce(max(p.waiting_place), 0) as last_place
      from sessions s left join session_participants p on p.session_id = s.id and p.status in ('registered', 'waitlisted')
      where s.id = any($sessionIds::uuid[]) group by s.id, s.max_participants
    ), missing as (
      select o.id as session_id, a.id as student_id, row_number() over (partition by o.id order by a.place) as place,
        case when o.waiting > 0 then 0 else greatest(coalesce(o.free, 1000000), 0) end as free, o.last_place
      from places o cross join unnest($studentIds::uuid[]) with ordinality a (id, place)
      where not exists (select from session_participants t where t.session_id = o.id and t.student_id = a.id
        and t.status in ('registered', 'waitlisted'))
    )
    insert into session_participants (session_id, student_id, status, waiting_place, created_at, updated_at)
      select session_id, student_id, case when place <= free then 'registered' else 'waitlisted' end,
        case when place > free then last_place + place - free end, $now, $now
      from missing
    on conflict (tenant_id, session_id, student_id) do update
      set status = excluded.status, updated_at = excluded.updated_at, waiting_place = excluded.waiting_place,
        promoted_at = null, accepted_at = null, accepted_by_name = null
    returning session_id as "sessionId", student_id as "studentId", status`,
)

/**
 * Registers students for each of some sessions that have not begun, in the given order: in free places while the waitlist is
 * empty, then at the end of the waitlist; and adds it to their histories. Registered and waitlisted students stay. The caller
 * has locked the sessions.
 */
export async function givePlaces(
  scope: TenantScope,
  sessionIds: readonly string[],
  studentIds: readonly string[],
): Promise<{ registered: number; waitlisted: number }> {
  const rows = await scope.rows(upsertPlaces, { sessionIds, studentIds, now: scope.core.clock.now() })
  await recordSessionChanges(
    scope,
    [...Map.groupBy(rows, ({ sessionId, status }) => `${sessionId} ${status}`).values()].flatMap((places) =>
      places.slice(0, 1).map(({ sessionId, status: kind }) => ({
        sessionId,
        kind,
        studentIds: places.map(({ studentId }) => studentId),
      })),
    ),
  )
  const registered = rows.filter(({ status }) => status === 'registered').length
  return { registered, waitlisted: rows.length - registered }
}
