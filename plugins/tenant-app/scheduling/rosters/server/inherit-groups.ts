import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { isMemberOn } from '../../../base/groups/server/policies.ts'
import { getLocalDay } from '../../../shared/server/time-zone.ts'
import { keepReasons } from './place-reasons.ts'
import { givePlaces } from './places.ts'

// A group with places in one session of several was registered for that session only.
const selectGroupsOfSeries = statement(
  z.object({ groupId: z.uuid() }),
  `with others as materialized (
      select s.id, s.start_date > $now as is_ahead, row_number() over (order by s.start_date desc) as place from sessions s
        where s.series_id = $seriesId and s.status <> 'cancelled' and not s.id = any($sessionIds::uuid[])
    ), compared as (
      select id from others where is_ahead or (place = 1 and not exists (select from others where is_ahead))
    )
    select r.group_id as "groupId" from place_reasons r join groups g on g.tenant_id = r.tenant_id and g.id = r.group_id
        join session_participants p on p.tenant_id = r.tenant_id and p.session_id = r.session_id
          and p.student_id = r.student_id and p.status in ('registered', 'waitlisted')
      where r.session_id in (select id from compared) and g.archived_at is null
      group by r.group_id having count(distinct r.session_id) = (select count(*) from compared)
      order by r.group_id`,
)

const selectUpcoming = statement(
  z.object({ id: z.uuid() }),
  `select id from sessions where id = any($sessionIds::uuid[]) and status = 'scheduled' and start_date > $now order by id`,
)

// Without a viewer: an instructor who does not staff the group cannot see it.
const selectMembers = statement(
  z.object({ studentId: z.uuid() }),
  `select s.id as "studentId" from group_members m join students s on s.tenant_id = m.tenant_id and s.id = m.student_id
    where m.group_id = $groupId and s.is_active and ${isMemberOn('m', '$today::date')}
    order by s.last_name, s.first_name, s.id`,
)

/** Registers the groups of a series for its new sessions: their active members of today. */
export async function inheritGroups(
  scope: TenantScope,
  seriesId: string,
  sessionIds: readonly string[],
): Promise<void> {
  const now = scope.core.clock.now()
  const groups = await scope.rows(selectGroupsOfSeries, { seriesId, sessionIds, now })
  if (groups.length === 0) return
  const upcoming = (await scope.rows(selectUpcoming, { sessionIds, now })).map(({ id }) => id)
  const today = await getLocalDay(scope)
  for (const { groupId } of groups) {
    const members = await scope.rows(selectMembers, { groupId, today })
    const studentIds = members.map(({ studentId }) => studentId)
    await keepReasons(scope, { sessionIds: upcoming, studentIds, groupId }, () =>
      givePlaces(scope, upcoming, studentIds),
    )
  }
}
