import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import { forbidden } from '#core/server/errors.ts'
import type { PickupPerson } from '../../../care/collectors/contract.ts'
import { listPickupPeople } from '../../../care/collectors/server/pickup-people.ts'
import { reportOf } from '../../rosters/server/reported.ts'
import { doorChild, doorLogEntry, SHOWN_CALLS, type Door, type DoorChild } from '../contract.ts'
import { findLeavingAlone } from './leaving-alone.ts'
import { findDoorMeeting, pickupDayOf, worksAtDoor } from './rights.ts'
import { getDoorSettings } from '../../door-settings/server/settings.ts'
import { countAdultsAt } from '../../sessions/server/adults-at.ts'
import { lastEvents, standingEvents } from '../../sessions/server/standing-events.ts'

const childRow = doorChild.omit({ allowed: true, barred: true, aloneFrom: true })

const ofMeeting = 'd.meeting_id = $meetingId'

const selectChildren = statement(
  childRow,
  `with standing as materialized (select e.* from ${standingEvents(ofMeeting)} e where e.stands),
      last as materialized (${lastEvents(ofMeeting)})
    select s.id as "studentId", s.first_name as "firstName", s.last_name as "lastName", s.grade, a.mark as attendance,
      r.reported_at is not null as "isReportedAbsent", coalesce(l.kind, 'expected') as state, l.at as since,
      l.id as "lastEventId", l.recorded_at as "recordedAt",
      case when l.by_kind = 'alone' then 'Left alone' else coalesce(l.by_name, '') end as "byName",
      coalesce((select e.by_name from standing e where e.student_id = s.id and e.kind = 'in' order by e.at desc limit 1), '')
        as "broughtBy",
      coalesce((select mode() within group (order by e.by_name) from door_events e where e.tenant_id = s.tenant_id
        and e.student_id = s.id and e.kind = 'out' and e.by_kind in ('guardian', 'authorized')
        and e.at > $now::timestamptz - interval '90 days'), '') as "usuallyBy",
      coalesce((select json_agg(c order by c.at desc, c.id) from (select k.called_name as "calledName", k.outcome,
          k.user_name as "userName", k.at, k.id from door_calls k where k.tenant_id = s.tenant_id
            and k.meeting_id = $meetingId and k.student_id = s.id order by k.at desc, k.id limit ${SHOWN_CALLS}) c), '[]')
        as calls,
      (select count(*)::int from door_calls k where k.tenant_id = s.tenant_id and k.meeting_id = $meetingId
        and k.student_id = s.id) as "callCount",
      coalesce((select json_agg(json_build_object('topic', v.topic, 'byName', v.author_name)
          order by v.since, v.topic, v.author_name) from (
          select c.topic, f.author_name, min(c.created_at) as since
          from conversations c join lateral (select o.author_name, o.withdrawn_at from conversation_posts o
            where o.tenant_id = c.tenant_id and o.conversation_id = c.id order by o.created_at, o.id limit 1) f on true
          where c.tenant_id = s.tenant_id and c.student_id = s.id and c.topic <> 'general' and c.day = m.day
            and f.withdrawn_at is null
          group by c.topic, f.author_name) v), '[]') as notices,
      case when l.kind = 'in' then (select json_build_object('kind', q.by_kind, 'personId', q.person_id, 'name', q.by_name,
          'at', q.at) from leave_requests q where q.tenant_id = s.tenant_id and q.meeting_id = $meetingId
          and q.student_id = s.id and q.at >= l.at order by q.at desc, q.id limit 1) end as leaving
    from session_participants p join students s on s.tenant_id = p.tenant_id and s.id = p.student_id
      join (select tenant_id, id as meeting_id, session_id as id, starts_at as start_date, day from session_meetings
        where id = $meetingId) m on m.tenant_id = p.tenant_id and m.id = p.session_id
      left join meeting_attendance a on a.tenant_id = p.tenant_id and a.meeting_id = m.meeting_id and a.student_id = p.student_id
      left join last l on l.student_id = s.id
      left join ${reportOf('m')}
    where p.session_id = $sessionId and p.status = 'registered'
    order by s.last_name, s.first_name, s.id limit ${LIST_CAP}`,
)

const selectAdults = statement(
  z.object({ adults: z.number() }),
  `select ${countAdultsAt('m.tenant_id', 'm.id')} as adults from session_meetings m where m.id = $meetingId`,
)

/** Puts who brought the child first, then who usually comes. */
function arrange(people: readonly PickupPerson[], { broughtBy, usuallyBy }: z.infer<typeof childRow>): PickupPerson[] {
  const rank = ({ name }: PickupPerson) => (name === broughtBy ? 0 : name === usuallyBy ? 1 : 2)
  return people.toSorted((one, other) => rank(one) - rank(other))
}

/** Lists the children of a meeting, where they are and who may pick them up. @throws not-found */
export async function getDoor(scope: TenantScope, sessionId: string, chosenMeeting?: string): Promise<Door> {
  const meeting = await findDoorMeeting(scope, sessionId, chosenMeeting)
  const works = worksAtDoor(meeting)
  const values = { sessionId, meetingId: meeting.id, now: scope.core.clock.now() }
  const rows = await scope.rows(selectChildren, values)
  const [counted] = await scope.rows(selectAdults, { meetingId: meeting.id })
  const studentIds = rows.map(({ studentId }) => studentId)
  const people = await listPickupPeople(scope, studentIds, pickupDayOf(meeting))
  const alone = await findLeavingAlone(scope, meeting, studentIds)
  const { graceMinutes, releasesAfterCall } = await getDoorSettings(scope)
  const isAdmin = scope.actor.user?.role === 'tenant_admin'
  const { id, day, startsAt, endsAt, status, sessionName, location } = meeting
  return {
    sessionName,
    location,
    meeting: { id, day, startsAt, endsAt, status },
    works,
    leads: meeting.leads,
    mayCover: !works && day === meeting.today,
    mayReleaseUnlisted: isAdmin || (meeting.leads && releasesAfterCall),
    releasesAfterCall,
    mayReleaseBarred: isAdmin,
    lateFrom: new Date(Date.parse(endsAt) + graceMinutes * 60_000).toISOString(),
    ...(counted && { adults: counted.adults }),
    children: rows.map((row): DoorChild => {
      const known = people.get(row.studentId)
      return {
        ...row,
        allowed: arrange(known?.allowed ?? [], row),
        barred: known?.barred ?? [],
        aloneFrom: alone.students.has(row.studentId) ? alone.from : null,
      }
    }),
  }
}

/** Finds the door at which the caller works, for papers of it. @throws not-found, forbidden at another instructor's door */
export async function getOwnDoor(scope: TenantScope, sessionId: string, chosenMeeting?: string): Promise<Door> {
  const door = await getDoor(scope, sessionId, chosenMeeting)
  if (!door.works) throw forbidden('Another instructor leads this session today')
  return door
}

const selectLog = statement(
  doorLogEntry,
  `select d.id, d.student_id as "studentId", s.first_name || ' ' || s.last_name as "studentName", d.kind, d.at,
      d.recorded_at as "recordedAt", d.user_name as "userName", d.by_kind as "byKind", d.by_name as "byName", d.override, d.flag,
      d.called_name as "calledName", d.reason, d.kind <> 'undo' and e.id is null as "isUndone",
      coalesce(not e.stands, false) as "isNote",
      case when k.id is not null then json_build_object('byName', k.checked_by_name, 'note', k.note, 'at', k.checked_at) end
        as "check"
    from door_events d join students s on s.tenant_id = d.tenant_id and s.id = d.student_id
      left join ${standingEvents('d.session_id = $sessionId')} e on e.tenant_id = d.tenant_id and e.id = d.id
      left join door_checks k on k.tenant_id = d.tenant_id and k.event_id = d.id
    where d.session_id = $sessionId order by d.recorded_at desc, d.id desc limit $most offset $offset`,
)

/** Lists the log of a session's door, the latest first. @throws not-found, forbidden in another instructor's session */
export async function listDoorLog(
  scope: TenantScope,
  sessionId: string,
  { limit = LIST_CAP, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
) {
  const meeting = await findDoorMeeting(scope, sessionId)
  if (!meeting.leadsSession && !worksAtDoor(meeting)) throw forbidden('Another instructor leads this session')
  return new PagedAnswer(await scope.rows(selectLog, { sessionId, most: limit + 1, offset }), { limit, offset })
}
