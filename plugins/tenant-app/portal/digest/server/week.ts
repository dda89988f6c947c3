import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { countOpenConsents } from '../../../care/consents/server/answer-consents.ts'
import { isNotified } from '../../../base/families/server/children.ts'
import { isAnswerAwaited } from '../../own-page/server/overviews.ts'
import { attendance } from '../../../scheduling/rosters/contract.ts'
import { reportOf } from '../../../scheduling/rosters/server/reported.ts'

/** Maximum number of children, and of entries of each, in a digest. */
const MAX_CHILDREN = 50
const MAX_UPCOMING = 5
const MAX_WEEK_ENTRIES = 15

/** Number of days ahead that a digest covers. */
const DAYS_AHEAD = 14

const studentRow = z.object({ studentId: z.uuid() })

// Requires the right to see the child: a notified guardian without it would read what the portal hides.
const selectChildren = statement(
  studentRow.extend({ userId: z.uuid(), firstName: z.string(), totalPoints: z.number() }),
  `select u.id as "userId", f.* from users u cross join lateral (
      select s.id as "studentId", s.first_name as "firstName", s.total_points as "totalPoints"
        from parent_students l join students s on s.tenant_id = l.tenant_id and s.id = l.student_id and s.is_active
        where l.tenant_id = u.tenant_id and l.parent_id = u.id and ${isNotified('l', 'u')} and l.may_see
        order by s.first_name, s.id limit ${MAX_CHILDREN}) f
    where u.id = any($userIds::uuid[])`,
)

const eachChild = `from unnest($studentIds::uuid[]) as child (id) cross join lateral`

const upcomingSession = studentRow.extend({
  name: z.string(),
  location: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  isWaiting: z.boolean(),
  isReported: z.boolean(),
  isAnswerAwaited: z.boolean(),
})

const selectPlacesAhead = statement(
  upcomingSession,
  `select child.id as "studentId", f.* ${eachChild} (
      select x.name, x.location, x.start_date as "startDate", x.end_date as "endDate",
          p.status = 'waitlisted' as "isWaiting", r.id is not null as "isReported", ${isAnswerAwaited} as "isAnswerAwaited"
        from session_participants p
          join sessions x on x.tenant_id = p.tenant_id and x.id = p.session_id and x.status = 'scheduled'
          left join ${reportOf('x', 'null')}
        where p.student_id = child.id and p.status in ('registered', 'waitlisted')
          and x.start_date > $now::timestamptz and x.start_date < $now::timestamptz + interval '${DAYS_AHEAD} days'
        order by x.start_date, p.id limit ${MAX_UPCOMING}) f`,
)

const attendedSession = studentRow.extend({
  name: z.string(),
  startDate: z.string(),
  attendance,
  points: z.number().nullable(),
  feedback: z.string(),
})

const selectWeekSessions = statement(
  attendedSession,
  `select child.id as "studentId", f.* ${eachChild} (
      select x.name, x.start_date as "startDate", p.attendance, p.points_earned as points, p.feedback
        from session_participants p
          join sessions x on x.tenant_id = p.tenant_id and x.id = p.session_id and x.status <> 'cancelled'
        where p.student_id = child.id and p.attendance is not null
          and x.start_date >= $from::timestamptz and x.start_date < $until::timestamptz
        order by x.start_date, p.id limit ${MAX_WEEK_ENTRIES}) f`,
)

const scoredChallenge = studentRow.extend({
  name: z.string(),
  score: z.number(),
  maxScore: z.number(),
  feedback: z.string(),
})

const selectWeekScores = statement(
  scoredChallenge,
  `select child.id as "studentId", f.* ${eachChild} (
      select coalesce(c.title, 'Challenge') as name, r.score, r.max_score as "maxScore", r.feedback
        from scores r left join challenges c on c.tenant_id = r.tenant_id and c.id = r.challenge_id
        where r.student_id = child.id
          and r.completed_at >= $from::timestamptz and r.completed_at < $until::timestamptz
        order by r.completed_at, r.id limit ${MAX_WEEK_ENTRIES}) f`,
)

const sumWeekPoints = statement(
  studentRow.extend({ points: z.number() }),
  `select e.student_id as "studentId", sum(e.points)::int as points from points_entries e
    where e.student_id = any($studentIds::uuid[])
      and e.earned_at >= $from::timestamptz and e.earned_at < $until::timestamptz
    group by e.student_id`,
)

/** Contents of a digest about one child. */
export interface ChildWeek {
  firstName: string
  totalPoints: number
  ahead: readonly z.infer<typeof upcomingSession>[]
  sessions: readonly z.infer<typeof attendedSession>[]
  scores: readonly z.infer<typeof scoredChallenge>[]
  points: number
  openConsents: number
}

/**
 * Reads news of a period and upcoming events for these guardians, about children whom they may see and be notified about.
 * Guardians without news are left out. The queries are not per guardian or child.
 */
export async function weekOf(
  scope: TenantScope,
  userIds: readonly string[],
  { from, until }: { from: string; until: string },
): Promise<ReadonlyMap<string, readonly ChildWeek[]>> {
  const found = await scope.rows(selectChildren, { userIds })
  const studentIds = [...new Set(found.map(({ studentId }) => studentId))]
  const values = { studentIds, from, until }
  const [places, sessions, scores, points, consents] = await Promise.all([
    scope.rows(selectPlacesAhead, { studentIds, now: scope.core.clock.now() }),
    scope.rows(selectWeekSessions, values),
    scope.rows(selectWeekScores, values),
    scope.rows(sumWeekPoints, values),
    countOpenConsents(scope, studentIds),
  ])
  const byStudent = <Row extends { studentId: string }>(rows: readonly Row[]) => {
    const groups = Map.groupBy(rows, ({ studentId }) => studentId)
    return (studentId: string) => groups.get(studentId) ?? []
  }
  const of = {
    ahead: byStudent(places),
    sessions: byStudent(sessions),
    scores: byStudent(scores),
    points: byStudent(points),
  }
  const weeks = found.map(({ userId, studentId, firstName, totalPoints }) => ({
    userId,
    firstName,
    totalPoints,
    ahead: of.ahead(studentId),
    sessions: of.sessions(studentId),
    scores: of.scores(studentId),
    points: of.points(studentId)[0]?.points ?? 0,
    openConsents: consents.get(studentId) ?? 0,
  }))
  return Map.groupBy(weeks.filter(isWorthTelling), ({ userId }) => userId)
}

const isWorthTelling = ({ ahead: places, sessions, scores, points, openConsents }: ChildWeek) =>
  places.length + sessions.length + scores.length + openConsents > 0 || points !== 0
