import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { countOpenConsents } from '../../consents/server/answering.ts'
import { isTold } from '../../families/server/children.ts'
import { isAnswerAwaited } from '../../own-page/server/overviews.ts'
import { attendance } from '../../rosters/contract.ts'
import { reportOf } from '../../rosters/server/reported.ts'

/** Most children, and most entries of each, in a digest. */
const MOST_CHILDREN = 50
const MOST_AHEAD = 5
const MOST_OF_WEEK = 15

/** Days ahead that a digest looks. */
const DAYS_AHEAD = 14

const ofStudent = z.object({ studentId: z.uuid() })

// Who is told but may not see the child would read here what the portal does not show.
const children = statement(
  ofStudent.extend({ userId: z.uuid(), firstName: z.string(), totalPoints: z.number() }),
  `select u.id as "userId", f.* from users u cross join lateral (
      select s.id as "studentId", s.first_name as "firstName", s.total_points as "totalPoints"
        from parent_students l join students s on s.tenant_id = l.tenant_id and s.id = l.student_id and s.is_active
        where l.tenant_id = u.tenant_id and l.parent_id = u.id and ${isTold('l', 'u')} and l.may_see
        order by s.first_name, s.id limit ${MOST_CHILDREN}) f
    where u.id = any($userIds::uuid[])`,
)

const named = `from unnest($studentIds::uuid[]) as child (id) cross join lateral`

const ahead = ofStudent.extend({
  name: z.string(),
  location: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  isWaiting: z.boolean(),
  isReported: z.boolean(),
  isAnswerAwaited: z.boolean(),
})

const placesAhead = statement(
  ahead,
  `select child.id as "studentId", f.* ${named} (
      select x.name, x.location, x.start_date as "startDate", x.end_date as "endDate",
          p.status = 'waitlisted' as "isWaiting", r.id is not null as "isReported", ${isAnswerAwaited} as "isAnswerAwaited"
        from session_participants p
          join sessions x on x.tenant_id = p.tenant_id and x.id = p.session_id and x.status = 'scheduled'
          left join ${reportOf('x')}
        where p.student_id = child.id and p.status in ('registered', 'waitlisted')
          and x.start_date > $now::timestamptz and x.start_date < $now::timestamptz + interval '${DAYS_AHEAD} days'
        order by x.start_date, p.id limit ${MOST_AHEAD}) f`,
)

const attended = ofStudent.extend({
  name: z.string(),
  startDate: z.string(),
  attendance,
  points: z.number().nullable(),
  feedback: z.string(),
})

const sessionsOfWeek = statement(
  attended,
  `select child.id as "studentId", f.* ${named} (
      select x.name, x.start_date as "startDate", p.attendance, p.points_earned as points, p.feedback
        from session_participants p
          join sessions x on x.tenant_id = p.tenant_id and x.id = p.session_id and x.status <> 'cancelled'
        where p.student_id = child.id and p.attendance is not null
          and x.start_date >= $from::timestamptz and x.start_date < $until::timestamptz
        order by x.start_date, p.id limit ${MOST_OF_WEEK}) f`,
)

const scored = ofStudent.extend({
  name: z.string(),
  score: z.number(),
  maxScore: z.number(),
  feedback: z.string(),
})

const scoresOfWeek = statement(
  scored,
  `select child.id as "studentId", f.* ${named} (
      select coalesce(c.title, 'Challenge') as name, r.score, r.max_score as "maxScore", r.feedback
        from scores r left join challenges c on c.tenant_id = r.tenant_id and c.id = r.challenge_id
        where r.student_id = child.id
          and r.completed_at >= $from::timestamptz and r.completed_at < $until::timestamptz
        order by r.completed_at, r.id limit ${MOST_OF_WEEK}) f`,
)

const pointsOfWeek = statement(
  ofStudent.extend({ points: z.number() }),
  `select e.student_id as "studentId", sum(e.points)::int as points from points_entries e
    where e.student_id = any($studentIds::uuid[])
      and e.earned_at >= $from::timestamptz and e.earned_at < $until::timestamptz
    group by e.student_id`,
)

/** Contents of a digest about one child. */
export interface ChildWeek {
  firstName: string
  totalPoints: number
  ahead: readonly z.infer<typeof ahead>[]
  sessions: readonly z.infer<typeof attended>[]
  scores: readonly z.infer<typeof scored>[]
  points: number
  openConsents: number
}

/**
 * Reads the news for these guardians of the children whom they may see and be told about, from one instant to another
 * and of what comes. Of whom there is nothing to tell is not among them. None of it is asked by guardian or child.
 */
export async function weekOf(
  scope: TenantScope,
  userIds: readonly string[],
  { from, until }: { from: string; until: string },
): Promise<ReadonlyMap<string, readonly ChildWeek[]>> {
  const found = await scope.rows(children, { userIds })
  const studentIds = [...new Set(found.map(({ studentId }) => studentId))]
  const values = { studentIds, from, until }
  const [places, sessions, scores, points, consents] = await Promise.all([
    scope.rows(placesAhead, { studentIds, now: scope.core.clock.now() }),
    scope.rows(sessionsOfWeek, values),
    scope.rows(scoresOfWeek, values),
    scope.rows(pointsOfWeek, values),
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
