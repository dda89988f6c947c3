import { LIST_CAP } from '#core/contract/paging.ts'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import { ledMeetings } from '../../sessions/server/policies.ts'
import { placesTaken } from '../../sessions/server/sessions.ts'
import { overdueAttendance, type OverdueAttendance } from '../attendance-contract.ts'
import { getAttendanceSettings } from './attendance-settings.ts'
import { meetingsOfSessions, unaccounted } from './reported.ts'

const selectOverdueSessions = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    overdueAttendance,
    `select s.id, s.meeting_id as "meetingId", s.name, s.start_date as "startDate", s.end_date as "endDate", s.location,
        case when u.id is not null then u.first_name || ' ' || u.last_name end as "instructorName",
        ${placesTaken} as registered, m.unmarked
      from ${meetingsOfSessions} s left join users u on u.tenant_id = s.tenant_id and u.id = s.instructor_id,
        lateral (select count(*)::int as unmarked ${unaccounted}) m
      where m.unmarked > 0 and s.start_date > $now::timestamptz - interval '7 days'
        and s.start_date <= $now::timestamptz - make_interval(mins => $minutes::int) and ${ledMeetings(viewer, 's.meeting_id')}
      order by s.start_date desc, s.meeting_id desc limit $most offset $offset`,
  ),
)

/**
 * Lists meetings of the last seven days with participants without attendance or reported absence, from the organization's
 * minutes after the start; the latest first. Instructors see those of which they may take attendance.
 */
export async function listOverdueAttendance(
  scope: TenantScope,
  { limit = LIST_CAP, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
): Promise<PagedAnswer<OverdueAttendance>> {
  const { overdueMinutes } = await getAttendanceSettings(scope)
  const values = {
    now: scope.core.clock.now(),
    minutes: overdueMinutes,
    most: limit + 1,
    offset,
    ...callerOf(scope),
  }
  return new PagedAnswer(await scope.rows(selectOverdueSessions({ viewer: viewerOf(scope) }), values), {
    limit,
    offset,
  })
}
