import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import { team, teamKinds } from '../contract.ts'
import type { Period } from '../../points/contract.ts'
import type { Team, TeamKind } from '../contract.ts'
import { isOn } from './board.ts'
import { timesOf } from '../../points/server/periods.ts'
import { boardViewers, isOwn, seeing, type BoardViewer } from './sight.ts'

/** A team of one would be a child by another name. */
const LEAST_MEMBERS = 2

const earned = `earned_at >= $from::timestamptz and earned_at < $to::timestamptz`

/** Each member once, with the points that count for the team. */
const membersOf: Record<TeamKind, (viewer: BoardViewer, isAllTime: boolean) => string> = {
  grade: (viewer, isAllTime) => {
    const sums = `left join (
      select student_id, sum(points)::int as points from points_entries where ${earned} group by student_id
    ) e on e.student_id = s.id`
    return `select s.grade as team, s.grade as name, ${isAllTime ? 's.total_points' : 'coalesce(e.points, 0)'} as points,
        ${isOwn(viewer, 's.id')} as is_own
      from students s ${isAllTime ? '' : sums} where ${isOn} and s.grade <> ''`
  },
  // Those who meet every week are one team: the sessions of a series count together.
  session: (viewer) => {
    const isMine = isOwn(viewer, 's.id')
    return `select coalesce(x.series_id, x.id)::text as team, min(x.name) as name,
        coalesce(sum(e.points), 0)::int as points, bool_or(${isMine}) as is_own
      from session_participants p join sessions x on x.tenant_id = p.tenant_id and x.id = p.session_id
        join students s on s.tenant_id = p.tenant_id and s.id = p.student_id
        left join (
          select session_id, student_id, sum(points)::int as points from points_entries
            where session_id is not null and ${earned} group by session_id, student_id
        ) e on e.session_id = x.id and e.student_id = s.id
      where ${isOn} and p.status = 'registered' group by coalesce(x.series_id, x.id), s.id`
  },
}

const listed = variants(
  { viewer: boardViewers, by: teamKinds, isAllTime: [true, false] },
  ({ viewer, by, isAllTime }) =>
    statement(
      team.extend({ total: z.number() }),
      `with teams as (
        select team, min(name) as name, count(*) as members, sum(points)::int as points, bool_or(is_own) as is_own,
            round(sum(points)::numeric / count(*), 1) as share
          from (${membersOf[by](viewer, isAllTime)}) m group by team
          having count(*) >= ${LEAST_MEMBERS} and sum(points) > 0
      )
      select rank() over (order by share desc) as rank, name, members, points as "totalPoints",
          share::float as "pointsPerMember", is_own as "isOwn", count(*) over () as total
        from teams order by share desc, name, team limit $most offset $offset`,
    ),
)

interface Asked {
  period: Period
  limit?: number | undefined
  offset?: number | undefined
}

/** Grades or sessions, as the organization chose, by the points of each member. */
export async function teamsOf(
  scope: TenantScope,
  { viewer, by }: { viewer: BoardViewer; by: TeamKind },
  { period, limit = LIST_CAP, offset = 0 }: Asked,
): Promise<PagedAnswer<Team>> {
  const values = { ...(await timesOf(scope, period)), ...callerOf(scope), most: limit + 1, offset }
  const found = await scope.rows(listed({ viewer, by, isAllTime: period === 'all-time' }), values)
  const total = found[0]?.total ?? (offset === 0 ? 0 : undefined)
  return new PagedAnswer<Team>(found, { limit, offset, ...(total === undefined ? {} : { total }) })
}

/** None where families are shown something else. @throws forbidden where families are shown none */
export async function listTeams(scope: TenantScope, asked: Asked): Promise<PagedAnswer<Team>> {
  const { viewer, settings } = await seeing(scope)
  if (viewer !== 'staff' && settings.kind !== 'teams') return new PagedAnswer<Team>([], { limit: LIST_CAP, offset: 0 })
  return teamsOf(scope, { viewer, by: settings.teamBy }, asked)
}
