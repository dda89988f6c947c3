import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { countedPage, PagedAnswer } from '#core/server/http/answers.ts'
import { MAX_MEETING_HOURS } from '../../sessions/meetings-contract.ts'
import { chooseMeeting } from '../../sessions/server/meetings.ts'
import { getSession } from '../../sessions/server/sessions.ts'
import { reportOf } from './reported.ts'
import { candidate, participant, type Candidate, type Participant } from '../contract.ts'
import { getGroup } from '../../../base/groups/server/groups.ts'
import { isMemberOn } from '../../../base/groups/server/policies.ts'
import { namesOf } from '../../../shared/server/name-key.ts'
import { getLocalDay } from '../../../shared/server/time-zone.ts'

const columns = `p.student_id as "studentId", s.first_name as "firstName", s.last_name as "lastName", s.grade,
  s.date_of_birth as "dateOfBirth", s.is_active as "isActive", p.status,
  case when p.status = 'waitlisted' then (select count(*)::int from session_participants w
    where w.tenant_id = p.tenant_id and w.session_id = p.session_id and w.status = 'waitlisted'
      and w.waiting_place <= p.waiting_place) end as "waitingPosition",
  a.mark as attendance, coalesce(a.number, 0) as "attendanceNumber", coalesce(m.note, '') as note,
  m.arrived_at as "arrivedAt", m.left_at as "leftAt", coalesce(m.collected_by, '') as "collectedBy",
  m.marked_by_name as "markedBy", m.marked_at as "markedAt", p.points_earned as "pointsEarned", p.feedback,
  p.promoted_at as "promotedAt", p.accepted_by_name as "acceptedBy", r.reported_by_name as "reportedBy",
  coalesce(r.reason, '') as "reportedReason", p.updated_at as "updatedAt"`

// The `limit 1` keeps the planner from reading all students of the organization rather than those of the session by id.
const withLastMark = `session_participants p
  join lateral (select x.id, x.first_name, x.last_name, x.grade, x.date_of_birth, x.is_active from students x
    where x.tenant_id = p.tenant_id and x.id = p.student_id limit 1) s on true
  join (select tenant_id, id as meeting_id, session_id as id, starts_at as start_date from session_meetings
    where id = $meetingId) e on e.tenant_id = p.tenant_id and e.id = p.session_id
  left join meeting_attendance a on a.tenant_id = p.tenant_id and a.meeting_id = e.meeting_id and a.student_id = p.student_id
  left join attendance_marks m on m.tenant_id = p.tenant_id and m.session_id = p.session_id
    and m.student_id = p.student_id and m.number = a.number
  left join ${reportOf('e')}`

const selectParticipants = statement(
  participant.extend({ total: z.number() }),
  `select ${columns}, count(*) over () as total from ${withLastMark}
    where p.session_id = $sessionId and p.status in ('registered', 'waitlisted')
      and (not $isMissing::boolean or (p.status = 'registered' and a.mark is null and r.reported_at is null))
    order by p.waiting_place nulls first, s.last_name, s.first_name, s.id limit $most offset $offset`,
)

interface Paging {
  limit?: number | undefined
  offset?: number | undefined
}

interface ParticipantQuery extends Paging {
  attendance?: 'missing' | undefined
  /** Meeting with the attendance to return: by default today's, else the next, else the last. */
  meeting?: string | undefined
}

/**
 * Lists registered participants by name, then the waitlist in order, or participants without attendance; with the total.
 * Without `limit` at most 1000.
 * @throws not-found unless the caller sees the session
 */
export async function listParticipants(
  scope: TenantScope,
  sessionId: string,
  { limit = LIST_CAP, offset = 0, attendance, meeting }: ParticipantQuery,
): Promise<PagedAnswer<Participant>> {
  await getSession(scope, sessionId)
  const { id: meetingId } = await chooseMeeting(scope, sessionId, meeting)
  const found = await scope.rows(selectParticipants, {
    sessionId,
    meetingId,
    isMissing: attendance === 'missing',
    most: limit + 1,
    offset,
  })
  // Past the end of the list no row has the total.
  return countedPage(found, { limit, offset })
}

const selectParticipant = statement(
  participant,
  `select ${columns} from ${withLastMark} where p.session_id = $sessionId and p.student_id = $studentId`,
)

/** @throws not-found unless the student was ever registered for it */
export async function getParticipant(scope: TenantScope, sessionId: string, studentId: string): Promise<Participant> {
  const { id: meetingId } = await chooseMeeting(scope, sessionId)
  const [found] = await scope.rows(selectParticipant, { sessionId, studentId, meetingId })
  if (!found) throw notFound('Participant')
  return found
}

const selectCandidates = statement(
  candidate,
  // Overlapping sessions are looked up once, not per student; and students' registrations in them only for listed ones.
  `with concerned as materialized (
      select id, start_date, end_date from sessions
        where id = $sessionId or (series_id = $seriesId::uuid and status = 'scheduled' and start_date > $now)
    ), meanwhile as materialized (
      select x.id, m.starts_at as start_date, o.id as other_id, o.name
        from concerned x join session_meetings m on m.session_id = x.id and m.status <> 'cancelled'
          join session_meetings n on n.starts_at < m.ends_at and n.ends_at > m.starts_at
            and n.starts_at > m.starts_at - interval '${MAX_MEETING_HOURS + 1} hours' and n.status <> 'cancelled'
          join sessions o on o.tenant_id = n.tenant_id and o.id = n.session_id
        where o.status <> 'cancelled' and o.id not in (select id from concerned)
    ), shown as materialized (
      select s.* from students s
      where s.is_active and ${namesOf('s')} like (select containing($search))
        and ($grade::text is null or s.grade = $grade)
        and ($groupId::uuid is null or s.id in (select m.student_id from group_members m
          where m.group_id = $groupId and ${isMemberOn('m', '$today::date')})) and ($seriesId::uuid is not null or not exists (
        select from session_participants p where p.tenant_id = s.tenant_id and p.session_id = $sessionId
          and p.student_id = s.id and (p.status = 'registered' or (p.status = 'waitlisted' and not $hasBegun::boolean))))
      order by s.last_name, s.first_name, s.id limit $most offset $offset
    ), taken as materialized (
      select p.student_id, p.session_id from shown s
        join session_participants p on p.tenant_id = s.tenant_id and p.student_id = s.id and p.status = 'registered'
    )
    select s.id as "studentId", s.first_name as "firstName", s.last_name as "lastName", s.grade,
      s.date_of_birth as "dateOfBirth", c.names[1] as clash, c.first_date as "clashesAt",
      coalesce(c.count, 0)::int as "clashCount"
    from shown s left join (
      select p.student_id, array_agg(o.name order by o.start_date, o.other_id) as names, min(o.start_date) as first_date,
          count(distinct o.id) as count
        from taken p join meanwhile o on o.other_id = p.session_id
        group by p.student_id
    ) c on c.student_id = s.id
    order by s.last_name, s.first_name, s.id`,
)

interface CandidateQuery extends Paging {
  search?: string | undefined
  of?: 'session' | 'series' | undefined
  groupId?: string | undefined
  grade?: string | undefined
}

/**
 * Lists active students who can be registered, by name; 50 by default. For a series, students registered in this session are
 * included, since others may lack them, with overlaps in all its upcoming sessions.
 * @throws not-found
 */
export async function listCandidates(
  scope: TenantScope,
  sessionId: string,
  { search = '', of = 'session', groupId, grade, limit = 50, offset = 0 }: CandidateQuery,
): Promise<PagedAnswer<Candidate>> {
  const { startDate, seriesId, status } = await getSession(scope, sessionId)
  if (groupId) await getGroup(scope, groupId)
  const hasBegun = status !== 'scheduled' || Date.parse(startDate) <= scope.core.clock.now().getTime()
  const found = await scope.rows(selectCandidates, {
    sessionId,
    hasBegun,
    seriesId: of === 'series' ? seriesId : null,
    now: scope.core.clock.now(),
    search,
    groupId: groupId ?? null,
    grade: grade ?? null,
    today: await getLocalDay(scope),
    most: limit + 1,
    offset,
  })
  return new PagedAnswer(found, { limit, offset })
}
