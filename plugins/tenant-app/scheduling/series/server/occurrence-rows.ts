import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { session } from '../../sessions/contract.ts'

const row = session
  .pick({
    id: true,
    name: true,
    startDate: true,
    endDate: true,
    status: true,
    isSkipped: true,
    detached: true,
    instructorId: true,
    location: true,
  })
  .extend({
    originalStart: z.string(),
    registered: z.number(),
    /** Number of registered or waitlisted students. */
    students: z.number(),
    hasAttendance: z.boolean(),
    /** True if a student was ever registered, or it has challenges: then it is canceled rather than deleted. */
    isUsed: z.boolean(),
  })
/** An existing session of a series. */
export type OccurrenceRow = z.infer<typeof row>

const selectOccurrenceRows = statement(
  row,
  `select s.id, s.name, s.start_date as "startDate", s.end_date as "endDate", s.status, s.is_skipped as "isSkipped",
      s.detached, s.instructor_id as "instructorId", s.location, s.original_start as "originalStart",
      coalesce(p.registered, 0)::int as registered, coalesce(p.students, 0)::int as students,
      coalesce(p.has_attendance, false) as "hasAttendance",
      p.session_id is not null or exists (select from challenges c where c.session_id = s.id) as "isUsed"
    from sessions s left join (
      select session_id, count(*) filter (where status = 'registered') as registered,
        count(*) filter (where status in ('registered', 'waitlisted')) as students,
        bool_or(attendance_number > 0) as has_attendance
      from session_participants
      where session_id in (select id from sessions where series_id = $seriesId) group by session_id
    ) p on p.session_id = s.id
    where s.series_id = $seriesId
    order by s.original_start`,
)

const lockSeriesSessions = statement(
  'select id from sessions where series_id = $seriesId order by id for no key update',
)

/** Locks the sessions of a series with their places, in the order of their keys, to the end of the transaction. */
export async function occurrencesOf(scope: TenantScope, seriesId: string): Promise<OccurrenceRow[]> {
  await scope.rows(lockSeriesSessions, { seriesId })
  return scope.rows(selectOccurrenceRows, { seriesId })
}

const MAX_NAMES = 5

const selectParticipantNames = statement(
  z.object({ sessionId: z.uuid(), names: z.array(z.string()) }),
  `select p.session_id as "sessionId",
      (array_agg(s.first_name || ' ' || s.last_name order by s.last_name, s.first_name, s.id))[1:${MAX_NAMES}] as names
    from session_participants p join students s on s.tenant_id = p.tenant_id and s.id = p.student_id
    where p.session_id = any($sessionIds::uuid[]) and p.status in ('registered', 'waitlisted')
    group by p.session_id`,
)

/** Names the first registered or waitlisted students of each session. */
export async function namesOf(scope: TenantScope, sessionIds: readonly string[]): Promise<Map<string, string[]>> {
  if (sessionIds.length === 0) return new Map()
  const found = await scope.rows(selectParticipantNames, { sessionIds })
  return new Map(found.map((one) => [one.sessionId, one.names]))
}
