import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { countedPage, PagedAnswer } from '#core/server/http/answers.ts'
import { team, teamKinds } from '../contract.ts'
import type { Period } from '../../../base/points/contract.ts'
import type { Team, TeamKind } from '../contract.ts'
import { isMemberOn } from '../../../base/groups/server/policies.ts'
import { getLocalDay } from '../../../shared/server/time-zone.ts'
import { isOn } from './board.ts'
import { timesOf } from '../../../base/points/server/periods.ts'
import { boardViewers, isOwn, requireSight, type BoardViewer } from './sight.ts'

/** Minimum size of a team: a team of one would identify a child. */
const MIN_TEAM_MEMBERS = 2

const isEarned = `earned_at >= $from::timestamptz and earned_at < $to::timestamptz`

/** Teams by grade, with the points of their students. */
function gradeTeams(viewer: BoardViewer, isAllTime: boolean): string {
  const sums = `left join (
      select student_id, sum(points)::int as points from points_entries where ${isEarned} group by student_id
    ) e on e.student_id = s.id`
  return `teams as (
      select s.grade as team, s.grade as name, count(*) as members, bool_or(${isOwn(viewer, 's.id')}) as is_own,
          sum(${isAllTime ? 's.total_points' : 'coalesce(e.points, 0)'})::int as points
        from students s ${isAllTime ? '' : sums} where ${isOn} and s.grade <> '' group by s.grade
    )`
}

/** True where participation `p` is of a member. Few of a hundred students are hidden, so the query lists those. */
const isMember = `p.status = 'registered' and p.student_id not in (select id from off)`

/**
 * Teams by session, with the points that students on the board earned in them. A weekly group is one team: the sessions of a
 * series count together, and each member once. Members are counted only for teams with points.
 */
function sessionTeams(viewer: BoardViewer): string {
  const own = `k.team in (select coalesce(x.series_id, x.id)
    from session_participants p join sessions x on x.tenant_id = p.tenant_id and x.id = p.session_id
    where ${isMember} and ${isOwn(viewer, 'p.student_id')})`
  return `off as materialized (
      select s.id from students s where not (${isOn})
    ), earned as materialized (
      select session_id, sum(points)::int as points from points_entries
        where session_id is not null and ${isEarned} and student_id not in (select id from off) group by session_id
    ), meetings as materialized (
      select x.id, coalesce(x.series_id, x.id) as team, x.series_id is not null as is_series, x.name, e.points
        from sessions x left join earned e on e.session_id = x.id
    ), scored as materialized (
      select team, min(name) as name, sum(points)::int as points, bool_or(is_series) as is_series
        from meetings group by team having sum(points) > 0
    ), counted as (
      select p.session_id as team, count(*) as members from session_participants p
        where ${isMember} and p.session_id in (select team from scored where not is_series) group by p.session_id
      union all
      select m.team, count(distinct p.student_id) from meetings m
          join session_participants p on p.session_id = m.id and ${isMember}
        where m.is_series and m.team in (select team from scored) group by m.team
    ), teams as (
      select k.team::text, k.name, n.members, k.points, ${viewer === 'staff' ? 'false' : own} as is_own
        from scored k join counted n on n.team = k.team
    )`
}

/** Teams by group, with the points that today's members earned since they joined; two memberships of one count once. */
function groupTeams(viewer: BoardViewer): string {
  return `teams as (
      select g.id::text as team, g.name, count(*) as members, bool_or(${isOwn(viewer, 's.id')}) as is_own,
          coalesce(sum(e.points), 0)::int as points
        from groups g join tenants t on t.id = g.tenant_id
          join (select c.tenant_id, c.group_id, c.student_id, min(c.from_date) as from_date from group_members c
            where ${isMemberOn('c', '$today::date')} group by c.tenant_id, c.group_id, c.student_id) m
            on m.tenant_id = g.tenant_id and m.group_id = g.id
          join students s on s.tenant_id = m.tenant_id and s.id = m.student_id
          left join lateral (select sum(x.points)::int as points from points_entries x
            where x.tenant_id = m.tenant_id and x.student_id = m.student_id and ${isEarned}
              and earned_at >= m.from_date::timestamp at time zone t.time_zone) e on true
        where g.archived_at is null and ${isOn} group by g.id, g.name
    )`
}

const teamsBy: Record<TeamKind, (viewer: BoardViewer, isAllTime: boolean) => string> = {
  grade: gradeTeams,
  session: sessionTeams,
  group: groupTeams,
}

const selectTeams = variants(
  { viewer: boardViewers, by: teamKinds, isAllTime: [true, false] },
  ({ viewer, by, isAllTime }) =>
    statement(
      team.extend({ total: z.number() }),
      `with ${teamsBy[by](viewer, isAllTime)}, ranked as (
        select *, round(points::numeric / members, 1) as share from teams
          where members >= ${MIN_TEAM_MEMBERS} and points > 0
      )
      select rank() over (order by share desc) as rank, name, members, points as "totalPoints",
          share::float as "pointsPerMember", is_own as "isOwn", count(*) over () as total
        from ranked order by share desc, name, team limit $most offset $offset`,
      // With 200,000 entries the generic plan takes twice as long as one for the given values.
      { plansAnew: true },
    ),
)

interface Asked {
  period: Period
  limit?: number | undefined
  offset?: number | undefined
}

/** Lists grades, sessions or groups, as the organization chose, by points per member. */
export async function teamsOf(
  scope: TenantScope,
  { viewer, by }: { viewer: BoardViewer; by: TeamKind },
  { period, limit = LIST_CAP, offset = 0 }: Asked,
): Promise<PagedAnswer<Team>> {
  const values = {
    ...(await timesOf(scope, period)),
    ...callerOf(scope),
    ...(by === 'group' && { today: await getLocalDay(scope) }),
    most: limit + 1,
    offset,
  }
  const found = await scope.rows(selectTeams({ viewer, by, isAllTime: period === 'all-time' }), values)
  return countedPage(found, { limit, offset })
}

/** Lists teams; none where families see another kind of board. @throws forbidden where families see none */
export async function listTeams(scope: TenantScope, asked: Asked): Promise<PagedAnswer<Team>> {
  const { viewer, settings } = await requireSight(scope)
  if (viewer !== 'staff' && settings.kind !== 'teams') return new PagedAnswer<Team>([], { limit: LIST_CAP, offset: 0 })
  return teamsOf(scope, { viewer, by: settings.teamBy }, asked)
}
