import { LIST_CAP } from '#core/contract/paging.ts'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import { countAdultsAt } from '../../sessions/server/adults-at.ts'
import { lastEvents } from '../../sessions/server/standing-events.ts'
import { ledMeetings } from '../../sessions/server/policies.ts'
import { placesTaken } from '../../sessions/server/sessions.ts'
import { todayMeeting, type TodayMeeting } from '../today-contract.ts'
import { meetingsOfSessions, unaccounted } from './reported.ts'

/** SQL: true where meeting `s` is between two hours ago and the end of tomorrow by the organization's calendar; takes `$now`. */
export const isOfToday = `(s.end_date > $now::timestamptz - interval '2 hours'
  and s.start_date < (select ((($now::timestamptz at time zone z.time_zone)::date + 2)::timestamp at time zone z.time_zone)
    from tenants z where z.id = s.tenant_id))`

const selectTodayMeetings = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    todayMeeting,
    `select s.meeting_id as id, s.id as "sessionId", s.name, s.location, s.start_date as "startsAt",
        s.end_date as "endsAt", case when u.id is not null then u.first_name || ' ' || u.last_name end as "instructorName",
        ${placesTaken} as registered, m.unmarked,
        (select count(*)::int from ${lastEvents('d.tenant_id = s.tenant_id and d.meeting_id = s.meeting_id')} l
          where l.kind = 'in') as here,
        ${countAdultsAt('s.tenant_id', 's.meeting_id')} as adults
      from ${meetingsOfSessions} s left join users u on u.tenant_id = s.tenant_id and u.id = s.instructor_id,
        lateral (select count(*)::int as unmarked ${unaccounted}) m
      where s.tenant_id = $tenantId and ${isOfToday} and ${ledMeetings(viewer, 's.meeting_id')}
      order by s.start_date, s.name, s.meeting_id limit $most offset $offset`,
  ),
)

/** Lists meetings from two hours ago to the end of tomorrow that the caller runs, in order. */
export async function listTodayMeetings(
  scope: TenantScope,
  { limit = LIST_CAP, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
): Promise<PagedAnswer<TodayMeeting>> {
  const values = {
    tenantId: scope.tenantId,
    now: scope.core.clock.now(),
    most: limit + 1,
    offset,
    ...callerOf(scope),
  }
  return new PagedAnswer(await scope.rows(selectTodayMeetings({ viewer: viewerOf(scope) }), values), { limit, offset })
}
