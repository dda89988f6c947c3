import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { instant } from '#core/contract/fields.ts'
import { meeting, type Meeting } from '../meetings-contract.ts'
import { getSession } from './sessions.ts'

const dated = `(select m.*, z.time_zone, ($now::timestamptz at time zone z.time_zone)::date as today
  from session_meetings m join tenants z on z.id = m.tenant_id where m.session_id = $sessionId)`

// Today's, else the next, else the last; a canceled one only without another.
const preferred = `m.status = 'cancelled', m.day < m.today, abs(m.day - m.today), m.starts_at`

const columns = `m.id, m.day::text as day, m.starts_at as "startsAt", m.ends_at as "endsAt", m.status,
  m.instructor_id as "instructorId", case when u.id is not null then u.first_name || ' ' || u.last_name end as "instructorName",
  m.program_minutes as "programMinutes", m.updated_at as "updatedAt"`

const selectMeetings = statement(
  meeting,
  `select ${columns}, row_number() over (order by ${preferred}) = 1 as "isCurrent"
    from ${dated} m join sessions s on s.tenant_id = m.tenant_id and s.id = m.session_id
      left join users u on u.tenant_id = m.tenant_id and u.id = coalesce(m.instructor_id, s.instructor_id)
    order by m.starts_at`,
)

/** Lists the meetings of a session, in order. @throws not-found unless the caller sees the session */
export async function listMeetings(scope: TenantScope, sessionId: string): Promise<Meeting[]> {
  await getSession(scope, sessionId)
  return scope.rows(selectMeetings, { sessionId, now: scope.core.clock.now() })
}

/** @throws not-found unless the session has this meeting, and the caller sees it */
export async function getMeeting(scope: TenantScope, sessionId: string, meetingId: string): Promise<Meeting> {
  const found = (await listMeetings(scope, sessionId)).find(({ id }) => id === meetingId)
  if (!found) throw notFound('Meeting')
  return found
}

const chosenMeeting = meeting.pick({ id: true, day: true, status: true }).extend({
  today: z.string(),
  /** Beginning of its day. */
  dayStartsAt: instant,
  /** End of its day, or of a meeting that continues through midnight. */
  dayEndsAt: instant,
})

const selectMeeting = statement(
  chosenMeeting,
  `select m.id, m.day::text as day, m.status, m.today::text as today,
      m.day::timestamp at time zone m.time_zone as "dayStartsAt",
      greatest((m.day + 1)::timestamp at time zone m.time_zone, m.ends_at) as "dayEndsAt" from ${dated} m
    where $meetingId::uuid is null or m.id = $meetingId order by ${preferred} limit 1`,
)

/**
 * Chooses the meeting with the attendance: the given one, else today's, the next, the last.
 * @throws not-found when the session has no such meeting
 */
export async function chooseMeeting(
  scope: TenantScope,
  sessionId: string,
  meetingId: string | null = null,
): Promise<z.infer<typeof chosenMeeting>> {
  const [found] = await scope.rows(selectMeeting, { sessionId, meetingId, now: scope.core.clock.now() })
  if (!found) throw notFound('Meeting')
  return found
}
