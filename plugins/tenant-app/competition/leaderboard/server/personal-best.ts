import { LIST_CAP } from '#core/contract/paging.ts'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import { personalBest, type PersonalBest } from '../contract.ts'
import { isOn } from './board.ts'
import { boardViewers, isOwn, requireSight } from './sight.ts'

/** Points of this week or month beside the best earlier one, in the organization's calendar. */
const ownPeriod = (unit: 'week' | 'month') => `(
    select jsonb_build_object('points', coalesce(max(points) filter (where start = here), 0),
        'best', coalesce(greatest(max(points) filter (where start < here), 0), 0))
      from (
        select date_trunc('${unit}', e.earned_at at time zone t.time_zone) as start, sum(e.points)::int as points
          from points_entries e where e.tenant_id = s.tenant_id and e.student_id = s.id group by 1
      ) p cross join (select date_trunc('${unit}', $now::timestamptz at time zone t.time_zone) as here) h
  ) as ${unit}`

const selectPersonalBests = variants({ viewer: boardViewers }, ({ viewer }) =>
  statement(
    personalBest,
    `select s.id, s.first_name as "firstName", s.total_points as total, ${ownPeriod('week')}, ${ownPeriod('month')}
      from students s join tenants t on t.id = s.tenant_id
      where ${isOn} and ${isOwn(viewer, 's.id')} order by s.first_name, s.id limit $most offset $offset`,
  ),
)

interface Page {
  limit?: number | undefined
  offset?: number | undefined
}

/** Lists the caller's best, or each child's by name. @throws forbidden where families see no leaderboard */
export async function listPersonalBests(
  scope: TenantScope,
  { limit = LIST_CAP, offset = 0 }: Page,
): Promise<PagedAnswer<PersonalBest>> {
  const { viewer } = await requireSight(scope)
  const values = { now: scope.core.clock.now(), most: limit + 1, offset, ...callerOf(scope) }
  return new PagedAnswer(await scope.rows(selectPersonalBests({ viewer }), values), { limit, offset })
}
