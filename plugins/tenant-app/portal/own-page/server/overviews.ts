import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { countOpenConsents } from '../../../care/consents/server/answer-consents.ts'
import { seenStudents } from '../../../base/families/server/policies.ts'
import { countIncidentsToRead } from '../../../care/incidents/server/family-incidents.ts'
import { listDueForHealth } from '../../../care/health/server/records.ts'
import { measureExpression } from '../../../shared/server/figures.ts'
import { getLocalDay, zoneOf } from '../../../shared/server/time-zone.ts'
import { lastEvents } from '../../../scheduling/sessions/server/standing-events.ts'
import { meetingsOfSessions, reportOf } from '../../../scheduling/rosters/server/reported.ts'
import { deed, overview, ownFigures, place, type Overview } from '../contract.ts'
import { figuresOf } from './figures.ts'

/** Children of one family whom the page shows. */
const MAX_CHILDREN = 50
const MAX_PLACES = 8
const MAX_ACTIVITIES = 8

const figures = figuresOf('s.id')

const selectChildren = variants({ viewer: viewers, isNamed: [true, false] }, ({ viewer, isNamed }) =>
  statement(
    overview.pick({ studentId: true, firstName: true }).extend(ownFigures.shape),
    `select s.id as "studentId", s.first_name as "firstName",
        ${measureExpression(figures.overallProgress, viewer)} as "overallProgress",
        ${measureExpression(figures.sessionsAttended, viewer)} as "sessionsAttended",
        ${measureExpression(figures.challengesCompleted, viewer)} as "challengesCompleted",
        ${measureExpression(figures.totalPoints, viewer)} as "totalPoints"
      from students s where ${seenStudents(viewer, 's.id')} ${isNamed ? 'and s.id = $child' : ''}
      order by s.is_active desc, s.first_name, s.last_name, s.id limit ${MAX_CHILDREN}`,
  ),
)

const childRow = z.object({ studentId: z.uuid() })

const waitingPosition = `case when p.status = 'waitlisted' then (select count(*)::int from session_participants w
  where w.tenant_id = p.tenant_id and w.session_id = p.session_id and w.status = 'waitlisted'
    and w.waiting_place <= p.waiting_place) end`

/** True where participant `p` was promoted from the waitlist of session `x` and no guardian has answered yet. */
export const isAnswerAwaited = `(p.status = 'registered' and p.promoted_at is not null and p.accepted_at is null
  and x.status = 'scheduled' and x.start_date > $now::timestamptz)`

/**
 * The row of a table that another row names, found by its id: without `offset 0` PostgreSQL goes through all rows of the
 * organization, of which it expects few since most organizations have few.
 */
const rowByName = (table: string, of: string, column: string) =>
  `lateral (select * from ${table} where tenant_id = ${of}.tenant_id and id = ${of}.${column} offset 0)`

/** The day of a session that families look at: today's, else the next, else the last. A session of one day has one. */
const nextDayOf = (session: string) => `lateral (
  select z.tenant_id, ${session}.id, z.id as meeting_id, z.starts_at as start_date, z.ends_at as end_date,
      z.former_starts_at, z.former_ends_at, z.status,
      coalesce(z.instructor_id, ${session}.instructor_id) as instructor_id
    from session_meetings z where z.tenant_id = ${session}.tenant_id and z.session_id = ${session}.id
    order by z.status = 'cancelled', z.ends_at <= $today::date::timestamp at time zone $zone,
      abs(extract(epoch from z.starts_at - $today::date::timestamp at time zone $zone)) limit 1)`

/** True where participant `p` came to day `y`, which is over, and is still there by the log of the door. */
const isStillHere = `(y.end_date <= $now::timestamptz and coalesce((select l.kind = 'in'
  from ${lastEvents('d.student_id = p.student_id and d.meeting_id = y.meeting_id')} l), false))`

// What nobody has a place in any more matters until it is over; what the child was in, until the day is.
const selectPlaces = statement(
  childRow.extend(place.shape),
  `select child.id as "studentId", f.* from unnest($studentIds::uuid[]) as child (id) cross join lateral (
      select p.id, x.id as "sessionId", x.name, y.start_date as "startDate", y.end_date as "endDate", x.location,
          i.first_name || ' ' || i.last_name as "instructorName", x.status as "sessionStatus", p.status,
          ${waitingPosition} as "waitingPosition", ${isAnswerAwaited} as "isAnswerAwaited",
          x.status = 'scheduled' and x.start_date > $now::timestamptz as "isOpen", r.id is not null as "isAbsenceReported",
          p.status = 'registered' and x.status in ('scheduled', 'in-progress') and exists (
            select from ${meetingsOfSessions} d left join ${reportOf('d')}
            where d.tenant_id = p.tenant_id and d.id = p.session_id and d.start_date > $now::timestamptz and r.id is null
          ) as "isReportable",
          y.start_date < ($today::date + 1)::timestamp at time zone $zone as "isToday",
          y.former_starts_at as "formerStart", y.former_ends_at as "formerEnd", coalesce(x.former_location, '') as "formerLocation",
          ${isStillHere} as "isStillHere", a.mark as attendance,
          a.first_in as "arrivedAt", a.last_out as "leftAt", coalesce(m.collected_by, '') as "collectedBy"
        from session_participants p cross join ${rowByName('sessions', 'p', 'session_id')} x
          cross join ${nextDayOf('x')} y
          left join ${rowByName('users', 'y', 'instructor_id')} i on true
          left join meeting_attendance a on a.tenant_id = p.tenant_id and a.meeting_id = y.meeting_id
            and a.student_id = p.student_id
          left join attendance_marks m on m.tenant_id = p.tenant_id and m.session_id = p.session_id
            and m.student_id = p.student_id and m.number = a.number
          left join ${reportOf('y')}
        where p.student_id = child.id and p.status in ('registered', 'waitlisted', 'declined')
          and x.end_date > case when p.status = 'registered' then $today::date::timestamp at time zone $zone
            else $now::timestamptz end
        order by y.start_date, p.id limit ${MAX_PLACES}) f`,
)

const selectDeeds = statement(
  childRow.extend(deed.shape),
  `select child.id as "studentId", f.* from unnest($studentIds::uuid[]) as child (id) cross join lateral (
      (select p.id, 'session' as kind, x.name, null::text as "sessionName", x.start_date as at, p.attendance,
          p.points_earned as points, null::int as score, null::int as "maxScore", p.feedback
        from session_participants p cross join ${rowByName('sessions', 'p', 'session_id')} x
        where p.student_id = child.id and p.attendance is not null
        order by x.start_date desc, p.id limit ${MAX_ACTIVITIES})
      union all
      (select r.id, 'score', coalesce(c.title, 'Challenge'), x.name, r.completed_at, null, null, r.score, r.max_score,
          r.feedback
        from (select * from scores where student_id = child.id order by completed_at desc, id limit ${MAX_ACTIVITIES}) r
          left join ${rowByName('challenges', 'r', 'challenge_id')} c on true
          left join ${rowByName('sessions', 'r', 'session_id')} x on true)
      union all
      (select y.id, 'summary', x.name, null, d.starts_at, null, null, null, null, y.body
        from session_participants p
          join session_summaries y on y.tenant_id = p.tenant_id and y.session_id = p.session_id and y.shared_at is not null
          cross join ${rowByName('sessions', 'y', 'session_id')} x cross join ${rowByName('session_meetings', 'y', 'meeting_id')} d
        where p.student_id = child.id and p.status = 'registered'
        order by d.starts_at desc, y.id limit ${MAX_ACTIVITIES})
      order by at desc, id limit ${MAX_ACTIVITIES}) f`,
)

/**
 * Lists each child that the caller sees, active ones first, by name. Platform staff, who see everyone, name the child.
 * @param child of this one alone
 */
export async function listOverviews(scope: TenantScope, child: string | undefined): Promise<Overview[]> {
  const { role } = scope.actor.user ?? {}
  if (role === 'superadmin' && child === undefined) return []
  const isNamed = child !== undefined
  const [zone, today] = [await zoneOf(scope), await getLocalDay(scope)]
  const calendar = { zone, today, now: scope.core.clock.now() }
  const found = await scope.rows(selectChildren({ viewer: viewerOf(scope), isNamed }), {
    ...calendar,
    child,
    ...callerOf(scope),
  })
  const studentIds = found.map(({ studentId }) => studentId)
  const isGuardian = role === 'parent'
  const [taken, done, open, due, unread] = await Promise.all([
    scope.rows(selectPlaces, { studentIds, ...calendar }),
    scope.rows(selectDeeds, { studentIds }),
    isGuardian ? countOpenConsents(scope, studentIds) : new Map<string, number>(),
    isGuardian ? listDueForHealth(scope, studentIds) : new Set<string>(),
    countIncidentsToRead(scope, studentIds),
  ])
  return found.map(({ studentId, firstName, ...counted }) => ({
    studentId,
    firstName,
    figures: counted,
    places: taken
      .filter((one) => one.studentId === studentId)
      .map((one) => ({ ...one, collectedBy: role === 'student' ? '' : one.collectedBy })),
    deeds: done.filter((one) => one.studentId === studentId),
    toDo: {
      consents: open.get(studentId) ?? 0,
      isHealthDue: due.has(studentId),
      incidents: unread.get(studentId) ?? 0,
    },
  }))
}
