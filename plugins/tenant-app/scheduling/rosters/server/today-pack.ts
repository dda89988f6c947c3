import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { instructedMeetings } from '../../../base/people/server/meeting-instructors.ts'
import { listPickupPeople } from '../../../care/collectors/server/pickup-people.ts'
import { listConsentingStudents } from '../../../care/consents/server/has-consent.ts'
import { showAlerts } from '../../../care/health/server/alerts.ts'
import { getDoorSettings } from '../../door-settings/server/settings.ts'
import { lastEvents } from '../../sessions/server/standing-events.ts'
import { leavesAloneFrom } from '../../sessions/server/leaves-alone-from.ts'
import { attendance } from '../contract.ts'
import { listContacts } from './contacts.ts'
import { MAX_PACK_MEETINGS, MAX_PACK_PLACES, type PackChild, type TodayPack } from '../today-contract.ts'
import { meetingsOfSessions, reportOf } from './reported.ts'
import { isOfToday } from './today.ts'

const packedMeeting = z.object({
  id: z.uuid(),
  sessionId: z.uuid(),
  name: z.string(),
  location: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  instructions: z.string(),
  materials: z.array(z.string()),
  aloneFrom: z.string(),
  day: z.string(),
})

// Health opens only to instructors of a meeting, so that a session without one is in no instructor's pack.
const selectMeetings = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    packedMeeting,
    `select s.meeting_id as id, s.id as "sessionId", s.name, s.location, s.start_date as "startsAt",
        s.end_date as "endsAt", ${leavesAloneFrom({ day: 's.meeting_day', endsAt: 's.end_date' })} as "aloneFrom",
        s.meeting_day::text as day,
        coalesce(nullif(tp.customizations ->> 'instructions', ''), pr.instructions, '') as instructions,
        coalesce(nullif(tp.customizations -> 'materials', 'null'), pr.materials, '[]') as materials
      from ${meetingsOfSessions} s
        left join tenant_projects tp on tp.tenant_id = s.tenant_id and tp.id = s.tenant_project_id
        left join projects pr on pr.owner = tp.project_id_owner and pr.id = tp.project_id
      where s.tenant_id = $tenantId and ${isOfToday} and ($sessionId::uuid is null or s.id = $sessionId)
        and ${instructedMeetings(viewer, 's.meeting_id')}
      order by s.start_date, s.meeting_id limit $most`,
  ),
)

const selectPlaces = statement(
  z.object({
    meetingId: z.uuid(),
    studentId: z.uuid(),
    firstName: z.string(),
    lastName: z.string(),
    grade: z.string().nullable(),
    isReportedAbsent: z.boolean(),
    mark: attendance.nullable(),
    number: z.number(),
    hasDetails: z.boolean(),
    door: z
      .object({ state: z.enum(['in', 'out', 'closed']), since: z.string(), lastEventId: z.uuid(), byName: z.string() })
      .nullable(),
  }),
  `with last as materialized (${lastEvents('d.meeting_id = any($meetingIds::uuid[])')})
    select s.meeting_id as "meetingId", p.student_id as "studentId", t.first_name as "firstName",
      t.last_name as "lastName", t.grade, r.reported_at is not null as "isReportedAbsent", a.mark,
      coalesce(a.number, 0) as number, coalesce(m.note <> '' or m.collected_by <> ''
        or num_nonnulls(m.arrived_at, m.left_at) > 0, false) as "hasDetails",
      case when l.id is not null then json_build_object('state', l.kind, 'since',
        to_char(l.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'lastEventId', l.id, 'byName', l.by_name) end as door
    from ${meetingsOfSessions} s
      join session_participants p on p.tenant_id = s.tenant_id and p.session_id = s.id and p.status = 'registered'
      join lateral (select x.first_name, x.last_name, x.grade from students x
        where x.tenant_id = p.tenant_id and x.id = p.student_id limit 1) t on true
      left join meeting_attendance a on a.tenant_id = p.tenant_id and a.meeting_id = s.meeting_id
        and a.student_id = p.student_id
      left join attendance_marks m on m.tenant_id = p.tenant_id and m.session_id = p.session_id
        and m.student_id = p.student_id and m.number = a.number
      left join last l on l.meeting_id = s.meeting_id and l.student_id = p.student_id
      left join ${reportOf('s')}
    where s.tenant_id = $tenantId and s.meeting_id = any($meetingIds::uuid[])
    order by s.start_date, s.meeting_id, t.last_name, t.first_name, p.student_id limit $most`,
)

/** Maximum number of people of each kind for a child. */
const MAX_PEOPLE = 12

type Known = Omit<PackChild, 'id' | 'firstName' | 'lastName' | 'grade'>

/** Reads the pack's data about each child. */
async function lookUpChildren(scope: TenantScope, studentIds: readonly string[]): Promise<(id: string) => Known> {
  const [alerts, inPhotos, pickups, contacts] = await Promise.all([
    showAlerts(scope, studentIds),
    listConsentingStudents(scope, studentIds, 'photo'),
    listPickupPeople(scope, studentIds),
    listContacts(scope, studentIds),
  ])
  return (id) => ({
    alertLevel: alerts.get(id)?.level ?? null,
    responseLine: alerts.get(id)?.responseLine ?? '',
    isNoPhoto: !inPhotos.has(id),
    mayPickUp: (pickups.get(id)?.allowed ?? [])
      .slice(0, MAX_PEOPLE)
      .map(({ id: personId, kind, name, relationship }) => ({ id: personId, kind, name, relationship })),
    mayNotPickUp: (pickups.get(id)?.barred ?? []).slice(0, MAX_PEOPLE).map(({ name }) => name),
    contacts: contacts.get(id) ?? [],
  })
}

/**
 * Reads a device's pack: meetings from two hours ago to the end of tomorrow that the caller leads, or for admins those of one
 * session, with their children. Each alert line in it is recorded in the ledger.
 */
export async function getTodayPack(
  scope: TenantScope,
  { session }: { session?: string | undefined },
): Promise<TodayPack> {
  const { tenantId } = scope
  const now = scope.core.clock.now()
  const viewer = viewerOf(scope)
  const isChosen = session !== undefined || viewer === 'instructor'
  const values = { tenantId, now, sessionId: session ?? null, most: MAX_PACK_MEETINGS + 1, ...callerOf(scope) }
  const found = isChosen ? await scope.rows(selectMeetings({ viewer }), values) : []
  const meetings = found.slice(0, MAX_PACK_MEETINGS)
  const rows = await scope.rows(selectPlaces, {
    tenantId,
    meetingIds: meetings.map(({ id }) => id),
    most: MAX_PACK_PLACES + 1,
  })
  const places = rows.slice(0, MAX_PACK_PLACES)
  const named = new Map(places.map((place) => [place.studentId, place]))
  const studentIds = [...named.keys()]
  const known = await lookUpChildren(scope, studentIds)
  const leaveAlone = await listConsentingStudents(scope, studentIds, 'leave-alone')
  const { graceMinutes, releasesAfterCall } = await getDoorSettings(scope)
  const placesOf = Map.groupBy(places, ({ meetingId }) => meetingId)
  return {
    madeAt: now.toISOString(),
    meetings: meetings.map(({ aloneFrom, ...meeting }) => ({
      ...meeting,
      lateFrom: new Date(Date.parse(meeting.endsAt) + graceMinutes * 60_000).toISOString(),
      releasesAfterCall,
      places: (placesOf.get(meeting.id) ?? []).map(
        ({ studentId, isReportedAbsent, mark, number, hasDetails, door }) => ({
          studentId,
          isReportedAbsent,
          mark,
          number,
          hasDetails,
          mayLeaveAloneFrom: leaveAlone.has(studentId) ? aloneFrom : null,
          door,
        }),
      ),
    })),
    children: [...named.values()].map(({ studentId: id, firstName, lastName, grade }) => ({
      id,
      firstName,
      lastName,
      grade,
      ...known(id),
    })),
    isComplete: found.length === meetings.length && rows.length === places.length,
  }
}
