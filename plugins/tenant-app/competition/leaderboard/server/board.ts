import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { countedPage, type PagedAnswer } from '#core/server/http/answers.ts'
import { leaderboardEntry, leaderboardFigures } from '../contract.ts'
import type { Period } from '../../../base/points/contract.ts'
import type { FigureRows, LeaderboardEntry, LeaderboardFigures } from '../contract.ts'
import { timesOf } from '../../../base/points/server/periods.ts'
import {
  boardViewers,
  isOwn,
  isNotBarred,
  requireSight,
  seenBy,
  sights,
  type BoardViewer,
  type Sight,
} from './sight.ts'

/** Days of `recentActivity`. */
const RECENT_DAYS = 7

const isRecent = (column: string) =>
  `${column} > $now::timestamptz - interval '${RECENT_DAYS} days' and ${column} <= $now::timestamptz`

const isInGrade = (row: string) => `($grade::text is null or ${row}.grade = $grade)`

/** True for present or late, by participation `p`. */
const hasAttended = `p.attendance in ('present', 'late')`

/** True for students on boards: active ones, unless a guardian has hidden them. */
export const isOn = `s.is_active and not exists (select from leaderboard_absences a
  where a.tenant_id = s.tenant_id and a.student_id = s.id)`

/** Students `s` with their `points`; those of a period are summed once, from the index of the ledger. */
const pointsSource = (isAllTime: boolean) =>
  isAllTime
    ? '(select *, total_points as points from students) s'
    : `(select student_id, sum(points)::int as points from points_entries
        where earned_at >= $from::timestamptz and earned_at < $to::timestamptz group by student_id) e
      join students s on s.id = e.student_id`

const rankOrder = (row: string) => `${row}.points desc, ${row}.last_name, ${row}.first_name, ${row}.id`

interface Shown {
  viewer: BoardViewer
  sight: Sight
  isAllTime: boolean
  isSearched: boolean
}

/**
 * `board`: students with points; `ranks`: the rank of each number of points; `found`: rows of the board that match the search
 * and that the caller sees, without children whom the calling guardian may not see. A hidden child is removed before ranks are
 * counted, so that no rank is missing. A search matches shown names only. For staff, a grade has a board of its own. For
 * families it only filters the whole board: with a board for each grade they would see the first ten, or other neighbors, once
 * per grade. Ranks are counted by points, and only the page is sorted: numbering ten thousand rows takes longer than all the
 * rest.
 */
const boardQuery = ({ viewer, sight, isAllTime, isSearched }: Shown) => `board as materialized (
    select s.id, s.first_name, s.last_name, s.grade, points, ${isOwn(viewer, 's.id')} as is_own
        ${sight === 'neighbours' ? ', row_number() over (order by points desc, s.last_name, s.first_name, s.id) as place' : ''}
      from ${pointsSource(isAllTime)}
      where ${isOn} and points > 0${viewer === 'staff' ? ` and ${isInGrade('s')}` : ''}
  ), ranks as materialized (
    select points,
        (1 + coalesce(sum(count(*)) over (order by points desc rows between unbounded preceding and 1 preceding), 0))::int as rank
      from board group by points
  ), found as (
    select r.* from board r where ${seenBy[sight]} and ${isNotBarred(viewer)}
      ${viewer === 'staff' ? '' : `and ${isInGrade('r')}`}
      ${isSearched ? `and fold(r.first_name || ' ' || ${shownName(viewer)}) like (select containing($search))` : ''}
  ), active as materialized (
    select student_id from scores where ${isRecent('completed_at')}
    union all
    select p.student_id from sessions x join session_participants p on p.tenant_id = x.tenant_id and p.session_id = x.id
      where ${isRecent('x.start_date')} and ${hasAttended}
  )`

function shownName(viewer: BoardViewer): string {
  return viewer === 'staff' ? 'r.last_name' : `case when r.is_own then r.last_name else left(r.last_name, 1) || '.' end`
}

const choices = {
  viewer: boardViewers,
  sight: sights,
  isAllTime: [true, false],
  isSearched: [true, false],
} as const

const isIn = (column: string) => `${column} >= $from::timestamptz and ${column} < $to::timestamptz`

const selectEntries = variants(choices, (shown) => {
  const { viewer, sight } = shown
  const own = (column: string) => (viewer === 'staff' ? column : `case when r.is_own then ${column} end`)
  return statement(
    leaderboardEntry.extend({ total: z.number() }),
    `with ${boardQuery(shown)}, chosen as materialized (
        select f.* from found f where $show::text is null
          or ($show = 'top' and f.points = (select max(points) from found))
          or ($show = 'active' and f.id in (select student_id from active))
      )
      select ${own('r.id')} as id, ${sight === 'own' ? 'null::int' : 'n.rank'} as rank,
          r.first_name as "firstName", ${shownName(viewer)} as "lastName", ${own('s.avatar')} as avatar, s.grade,
          r.points as "totalPoints", a.sessions as "sessionsCompleted", c.challenges as "challengesCompleted",
          c.average as "averageScore", (a.recent or c.recent) as "recentActivity", r.is_own as "isOwn",
          (select count(*) from chosen) as total
        from (select * from chosen order by ${rankOrder('chosen')} limit $most offset $offset) r
          join ranks n on n.points = r.points
          -- The limits keep the planner from reading every student, session and score of the organization.
          cross join lateral (select * from students t where t.id = r.id limit 1) s
          cross join lateral (
            select count(*) filter (where ${isIn('x.start_date')}) as sessions,
                coalesce(bool_or(${isRecent('x.start_date')}), false) as recent
              from session_participants p join sessions x on x.tenant_id = p.tenant_id and x.id = p.session_id
              where p.tenant_id = s.tenant_id and p.student_id = s.id and ${hasAttended}
          ) a cross join lateral (
            select count(c.challenge_id) filter (where ${isIn('c.completed_at')}) as challenges,
                coalesce(round(avg(100.0 * c.score / c.max_score) filter (where ${isIn('c.completed_at')})), 0)::int as average,
                coalesce(bool_or(${isRecent('c.completed_at')}), false) as recent
              from scores c where c.tenant_id = s.tenant_id and c.student_id = s.id
          ) c
        order by ${rankOrder('r')}`,
  )
})

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
  search,
  grade: grade || null,
})

const kindOf = ({ period, search = '' }: Filters) => ({ isAllTime: period === 'all-time', isSearched: search !== '' })

/** Lists entries by rank, equal ranks by name; with the total. @throws forbidden where families see none */
export async function listLeaderboard(scope: TenantScope, query: Asked): Promise<PagedAnswer<LeaderboardEntry>> {
  return entriesOf(scope, await requireSight(scope), query)
}

/** Lists entries like `listLeaderboard`, with another viewer's view. */
export async function entriesOf(
  scope: TenantScope,
  { viewer, sight }: Pick<Shown, 'viewer' | 'sight'>,
  { period, show, limit = LIST_CAP, offset = 0, ...filters }: Asked,
): Promise<PagedAnswer<LeaderboardEntry>> {
  const found = await scope.rows(selectEntries({ viewer, sight, ...kindOf({ period, ...filters }) }), {
    ...valuesOf(filters),
    ...(await timesOf(scope, period)),
    ...callerOf(scope),
    now: scope.core.clock.now(),
    show: show ?? null,
    most: limit + 1,
    offset,
  })
  // Past the end of the list no row has the total.
  return countedPage(found, { limit, offset })
}

const selectFigures = variants(choices, (shown) =>
  statement(
    leaderboardFigures,
    `with ${boardQuery(shown)}
      select count(*) as "totalStudents", coalesce(max(points), 0) as "topScore",
          coalesce(round(avg(points)), 0)::int as "averageScore",
          count(*) filter (where id in (select student_id from active)) as "activeThisWeek" from found`,
  ),
)

/** Counts the entries that `listLeaderboard` returns to the same caller. @throws forbidden where families see none */
export async function countLeaderboard(scope: TenantScope, filters: Filters): Promise<LeaderboardFigures> {
  const { viewer, sight } = await requireSight(scope)
  const { period } = filters
  const values = { ...valuesOf(filters), ...(await timesOf(scope, period)), ...callerOf(scope) }
  const asked = selectFigures({ viewer, sight, ...kindOf(filters) })
  const [found] = await scope.rows(asked, { ...values, now: scope.core.clock.now() })
  return found ?? { totalStudents: 0, topScore: 0, averageScore: 0, activeThisWeek: 0 }
}
