import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import type { TenantScope } from '#core/server/core.ts'
import { ownersRead } from '#core/server/database/catalogue.ts'
import { callerOf, viewerOf, viewers, type Viewer } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { countedPage, type PagedAnswer } from '#core/server/http/answers.ts'
import { isVisibleWork } from '../../../shared/server/seen-work.ts'
import { learnerResult, quizInList, type LearnerResult, type QuizInList, type resultStanding } from '../contract.ts'
import { getPublishedQuiz, type OfQuiz } from './quiz.ts'

const selectQuizzes = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    quizInList.extend({ total: z.number() }),
    `with counted as (
        select a.course_id, a.lesson_id, count(distinct a.user_id)::int as learners, count(*)::int as attempts,
            (count(*) filter (where a.finished_at is null))::int as open,
            (count(*) filter (where a.state = 'awaiting_grade'))::int as waiting, max(a.started_at) as last_at
          from lms_quiz_attempts a where a.tenant_id = $tenantId and ${isVisibleWork(viewer, 'a.user_id')}
          group by a.course_id, a.lesson_id
      ), paged as (
        select q.*, count(*) over () as total from counted q order by q.last_at desc, q.lesson_id limit $most offset $offset
      )
      select p.course_id as "courseId", v.title as course, p.lesson_id as "lessonId", coalesce(l ->> 'title', '') as lesson,
          p.learners, p.attempts, p.open, p.waiting, p.last_at as "lastAt", p.total
        from paged p
          join lms_courses c on c.owner = any ($owners) and c.id = p.course_id
          join lms_course_versions v on v.owner = c.owner and v.course_id = c.id and v.number = c.version
          left join lateral jsonb_array_elements(v.outline -> 'lessons') l on l ->> 'id' = p.lesson_id::text
        order by p.last_at desc, p.lesson_id`,
  ),
)

interface Paging {
  limit?: number | undefined
  offset?: number | undefined
}

/** Lists quizzes, most recently begun first. Without `limit` at most 1000. */
export async function listQuizzes(
  scope: TenantScope,
  { limit = LIST_CAP, offset = 0 }: Paging,
): Promise<PagedAnswer<QuizInList>> {
  const asked = { ...callerOf(scope), tenantId: scope.tenantId, owners: ownersRead(scope), most: limit + 1, offset }
  return countedPage(await scope.lastRows(selectQuizzes({ viewer: viewerOf(scope) }), asked), { limit, offset })
}

const standing = `case when p.completed_at is not null then 'passed' when a.open > 0 then 'in-progress'
  when a.waiting > 0 then 'awaiting-grade' when coalesce(a.made, 0) = 0 then 'not-begun' else 'not-passed' end`

/** Builds the SQL of the learners of the quiz's course, `r`, whose work the viewer sees. */
const resultsSql = (viewer: Viewer) => `(
  select u.id as "userId", btrim(u.first_name || ' ' || u.last_name) as name, u.role, u.search, u.last_name, u.first_name,
      ${standing} as standing, coalesce(a.made, 0) as attempts, p.score as "keptScore", coalesce(a.seconds, 0) as seconds,
      a.last_at as "lastAt", coalesce(w.extra_minutes, 0) as "extraMinutes", coalesce(w.extra_attempts, 0) as "extraAttempts"
    from lms_enrollments e
      join users u on u.tenant_id = e.tenant_id and u.id = e.user_id
      left join lms_lesson_progress p on p.tenant_id = e.tenant_id and p.enrollment_id = e.id and p.cycle = e.cycle
        and p.lesson_id = $lessonId
      left join lms_attempt_allowances w on w.tenant_id = e.tenant_id and w.user_id = e.user_id and w.lesson_id = $lessonId
      left join lateral (
        select count(*)::int as made, count(*) filter (where q.finished_at is null) as open,
            count(*) filter (where q.state = 'awaiting_grade') as waiting,
            round(sum(extract(epoch from q.finished_at - q.started_at)))::int as seconds,
            max(coalesce(q.finished_at, q.started_at)) as last_at
          from lms_quiz_attempts q
          where q.tenant_id = e.tenant_id and q.enrollment_id = e.id and q.lesson_id = $lessonId and q.cycle = e.cycle
      ) a on true
    where e.tenant_id = $tenantId and e.course_id = $courseId and ${isVisibleWork(viewer, 'e.user_id')}
  ) r`

const columns = `r."userId", r.name, r.role, r.standing, r.attempts, r."keptScore", r.seconds, r."lastAt",
  r."extraMinutes", r."extraAttempts"`

const selectResults = variants({ viewer: viewers, isSearched: [true, false] }, ({ viewer, isSearched }) =>
  statement(
    learnerResult.extend({ total: z.number() }),
    `select ${columns}, count(*) over () as total from ${resultsSql(viewer)}
      where ($standing::text is null or r.standing = $standing) ${isSearched ? 'and r.search like (select containing($search))' : ''}
      order by r.last_name, r.first_name, r."userId" limit $most offset $offset`,
  ),
)

interface ResultsQuery extends Paging {
  search?: string | undefined
  standing?: z.infer<typeof resultStanding> | undefined
}

/** Lists results by name. Without `limit` at most 1000. @throws not-found if there is no such quiz */
export async function listResults(
  scope: TenantScope,
  of: OfQuiz,
  { search = '', standing, limit = LIST_CAP, offset = 0 }: ResultsQuery,
): Promise<PagedAnswer<LearnerResult>> {
  await getPublishedQuiz(scope, of)
  const asked = {
    ...callerOf(scope),
    ...of,
    tenantId: scope.tenantId,
    standing: standing ?? null,
    search,
    most: limit + 1,
    offset,
  }
  const rows = await scope.lastRows(selectResults({ viewer: viewerOf(scope), isSearched: search !== '' }), asked)
  return countedPage(rows, { limit, offset })
}

const selectResult = variants({ viewer: viewers }, ({ viewer }) =>
  statement(learnerResult, `select ${columns} from ${resultsSql(viewer)} where r."userId" = $userId`),
)

/**
 * Reads a learner's result.
 * @throws not-found if they do not take the course, or the caller may not see their work
 */
export async function getLearnerResult(scope: TenantScope, of: OfQuiz, userId: string): Promise<LearnerResult> {
  const asked = { ...callerOf(scope), ...of, tenantId: scope.tenantId, userId }
  const [found] = await scope.rows(selectResult({ viewer: viewerOf(scope) }), asked)
  if (!found) throw notFound('Learner')
  return found
}
