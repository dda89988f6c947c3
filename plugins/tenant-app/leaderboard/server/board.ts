import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import type { TenantScope } from '#core/server/core.ts'
import { containing } from '#core/server/database/like.ts'
import { callerOf } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import { leaderboardEntry, leaderboardFigures } from '../contract.ts'
import type { FigureRows, LeaderboardEntry, LeaderboardFigures, Period } from '../contract.ts'
import { timesOf } from './periods.ts'
import { boardViewers, isOwn, seeing, seenBy, sights, type BoardViewer, type Sight } from './sight.ts'

/** Days of `recentActivity`. */
const RECENT = 7

const isRecent = (column: string) =>
  `${column} > $now::timestamptz - interval '${RECENT} days' and ${column} <= $now::timestamptz`

/** Present or late, by participation `p`. */
const wasThere = `p.attendance in ('present', 'late')`

/** Who is not on any board: inactive students, and those whom a guardian has taken off. */
export const isOn = `s.is_active and not exists (select from leaderboard_absences a
  where a.tenant_id = s.tenant_id and a.student_id = s.id)`

/** Students `s` with their `points`; those of a period are summed once, from the index of the ledger. */
const withPoints = (isAllTime: boolean) =>
  isAllTime
    ? '(select *, total_points as points from students) s'
    : `(select student_id, sum(points)::int as points from points_entries
        where earned_at >= $from::timestamptz and earned_at < $to::timestamptz group by student_id) e
      join (select * from students) s on s.id = e.student_id`

interface Shown {
  viewer: BoardViewer
  sight: Sight
  isAllTime: boolean
}

/**
 * `ranked`: everybody with points, by rank; `found`: those of them who are seen and searched for. A child who is off the
 * board is no part of it before ranks are counted, so that no rank is left out. Nobody is found by a name that is not shown.
 */
const board = ({ viewer, sight, isAllTime }: Shown) => `ranked as materialized (
    select s.tenant_id, s.id, s.first_name, s.last_name, s.grade, s.avatar, points,
        rank() over (order by points desc) as rank,
        row_number() over (order by points desc, s.last_name, s.first_name, s.id) as place,
        ${isOwn(viewer, 's.id')} as is_own
      from ${withPoints(isAllTime)}
      where ${isOn} and points > 0 and ($grade::text is null or s.grade = $grade)
  ), found as materialized (
    select * from (
      select r.*, ${viewer === 'staff' ? 'r.last_name' : `case when r.is_own then r.last_name else left(r.last_name, 1) || '.' end`}
          as shown_name from ranked r where ${seenBy[sight]}
    ) r where lower(r.first_name || ' ' || r.shown_name) like $search
  ), active as materialized (
    select student_id from scores where ${isRecent('completed_at')}
    union all
    select p.student_id from sessions x join session_participants p on p.tenant_id = x.tenant_id and p.session_id = x.id
      where ${isRecent('x.start_date')} and ${wasThere}
  )`

const choices = { viewer: boardViewers, sight: sights, isAllTime: [true, false] } as const

const listed = variants(choices, ({ viewer, sight, isAllTime }) =>
  statement(
    leaderboardEntry.extend({ total: z.number() }),
    `with ${board({ viewer, sight, isAllTime })}, chosen as materialized (
        select f.* from found f where $show::text is null
          or ($show = 'top' and f.points = (select max(points) from found))
          or ($show = 'active' and f.id in (select student_id from active))
      )
      select ${viewer === 'staff' ? 'g.id' : 'case when g.is_own then g.id end as id'},
          ${sight === 'own' ? 'null::int' : 'g.rank'} as rank,
          g.first_name as "firstName", g.shown_name as "lastName",
          ${viewer === 'staff' ? 'g.avatar' : 'case when g.is_own then g.avatar end as avatar'},
          g.grade, g.points as "totalPoints", a.sessions as "sessionsCompleted", r.challenges as "challengesCompleted",
          r.average as "averageScore", (a.recent or r.recent) as "recentActivity", g.is_own as "isOwn",
          (select count(*) from chosen) as total
        from (select * from chosen order by place limit $most offset $offset) g
          cross join lateral (
            select count(*) filter (where x.start_date >= $from::timestamptz and x.start_date < $to::timestamptz) as sessions,
                coalesce(bool_or(${isRecent('x.start_date')}), false) as recent
              from session_participants p join sessions x on x.tenant_id = p.tenant_id and x.id = p.session_id
              where p.tenant_id = g.tenant_id and p.student_id = g.id and ${wasThere}
          ) a cross join lateral (
            select count(r.challenge_id) filter (where ${isIn('r.completed_at')}) as challenges,
                coalesce(round(avg(100.0 * r.score / r.max_score) filter (where ${isIn('r.completed_at')})), 0)::int as average,
                coalesce(bool_or(${isRecent('r.completed_at')}), false) as recent
              from scores r where r.tenant_id = g.tenant_id and r.student_id = g.id
          ) r
        order by g.place`,
  ),
)

function isIn(column: string): string {
  return `${column} >= $from::timestamptz and ${column} < $to::timestamptz`
}

interface Filters {
  period: Period
  grade?: string | undefined
  search?: string | undefined
}

interface Asked extends Filters {
  show?: FigureRows | undefined
  limit?: number | undefined
  offset?: number | undefined
}

const valuesOf = ({ search = '', grade = '' }: Omit<Filters, 'period'>) => ({
  search: containing(search.toLowerCase()),
  grade: grade || null,
})

/** By rank, those who share one by name; with the total. @throws forbidden where families are shown none */
export async function listLeaderboard(scope: TenantScope, query: Asked): Promise<PagedAnswer<LeaderboardEntry>> {
  return entriesOf(scope, await seeing(scope), query)
}

/** As `listLeaderboard`, as somebody else sees it. */
export async function entriesOf(
  scope: TenantScope,
  { viewer, sight }: Omit<Shown, 'isAllTime'>,
  { period, show, limit = LIST_CAP, offset = 0, ...filters }: Asked,
): Promise<PagedAnswer<LeaderboardEntry>> {
  const found = await scope.rows(listed({ viewer, sight, isAllTime: period === 'all-time' }), {
    ...valuesOf(filters),
    ...(await timesOf(scope, period)),
    ...callerOf(scope),
    now: scope.core.clock.now(),
    show: show ?? null,
    most: limit + 1,
    offset,
  })
  // Beyond the end of the list nothing tells how many there are.
  const total = found[0]?.total ?? (offset === 0 ? 0 : undefined)
  return new PagedAnswer<LeaderboardEntry>(found, { limit, offset, ...(total === undefined ? {} : { total }) })
}

const figures = variants(choices, (shown) =>
  statement(
    leaderboardFigures,
    `with ${board(shown)}
      select count(*) as "totalStudents", coalesce(max(points), 0) as "topScore",
          coalesce(round(avg(points)), 0)::int as "averageScore",
          count(*) filter (where id in (select student_id from active)) as "activeThisWeek" from found`,
  ),
)

/** Of the entries that `listLeaderboard` answers to the same caller. @throws forbidden where families are shown none */
export async function countLeaderboard(scope: TenantScope, filters: Filters): Promise<LeaderboardFigures> {
  const { viewer, sight } = await seeing(scope)
  const { period } = filters
  const values = { ...valuesOf(filters), ...(await timesOf(scope, period)), ...callerOf(scope) }
  const asked = figures({ viewer, sight, isAllTime: period === 'all-time' })
  const [found] = await scope.rows(asked, { ...values, now: scope.core.clock.now() })
  return found ?? { totalStudents: 0, topScore: 0, averageScore: 0, activeThisWeek: 0 }
}
