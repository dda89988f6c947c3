import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { ownersRead } from '#core/server/database/catalogue.ts'
import { callerOf, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { answerFilesOf } from '../../attempts/server/answer-files.ts'
import { attemptColumns, attemptRow, getEdition, type AttemptRow } from '../../attempts/server/attempt.ts'
import { rejectTaker } from '../../attempts/server/hidden-answers.ts'
import { drawPaper } from '../../attempts/server/paper.ts'
import { getAnswers, getVerdict } from '../../attempts/server/read-attempt.ts'
import { computeMinutes, getStanding } from '../../attempts/server/attempt-rules.ts'
import { isVisibleWork } from '../../../shared/server/seen-work.ts'
import { attemptResult, type AttemptResult, type AttemptSeen, type LearnerAttempts } from '../contract.ts'
import { getPublishedQuiz, type OfQuiz } from './quiz.ts'
import { getLearnerResult } from './results.ts'

/** Maximum number of listed attempts of one learner; older ones are left out. */
const MAX_ATTEMPTS = 200

const selectAttempts = statement(
  attemptResult,
  `select a.id, a.number, a.cycle, a.state, a.started_at as "startedAt", a.ends_at as "endsAt",
      a.finished_at as "finishedAt", a.points, a.max_points as "maxPoints", a.score,
      a.score_before_regrade as "scoreBeforeRegrade"
    from lms_quiz_attempts a
    where a.tenant_id = $tenantId and a.user_id = $userId and a.course_id = $courseId and a.lesson_id = $lessonId
    order by a.cycle desc, a.number desc limit ${MAX_ATTEMPTS}`,
)

const selectAllowance = statement(
  z.object({
    enrollmentId: z.uuid(),
    cycle: z.number().int(),
    extraMinutes: z.number().int().nullable(),
    extraAttempts: z.number().int().nullable(),
    reason: z.string().nullable(),
    givenBy: z.string(),
    updatedAt: z.string().nullable(),
  }),
  `select e.id as "enrollmentId", e.cycle, w.extra_minutes as "extraMinutes", w.extra_attempts as "extraAttempts", w.reason,
      coalesce(btrim(g.first_name || ' ' || g.last_name), '') as "givenBy", w.updated_at as "updatedAt"
    from lms_enrollments e
      left join lms_attempt_allowances w on w.tenant_id = e.tenant_id and w.user_id = e.user_id and w.lesson_id = $lessonId
      left join users g on g.tenant_id = e.tenant_id and g.id = w.given_by
    where e.tenant_id = $tenantId and e.user_id = $userId and e.course_id = $courseId`,
)

/**
 * Lists a learner's attempts at a quiz. @throws not-found if there is no such quiz, or the caller may not see the learner's
 * work
 */
export async function listLearnerAttempts(scope: TenantScope, of: OfQuiz, userId: string): Promise<LearnerAttempts> {
  const { quiz } = await getPublishedQuiz(scope, of)
  const { name, role, standing, keptScore } = await getLearnerResult(scope, of, userId)
  const asked = { ...of, tenantId: scope.tenantId, userId }
  const [given] = await scope.rows(selectAllowance, asked)
  if (!given) throw notFound('Learner')
  const { enrollmentId, cycle, extraMinutes, extraAttempts, reason, givenBy, updatedAt } = given
  return {
    learner: { userId, name, role, standing, keptScore },
    attempts: await scope.rows(selectAttempts, asked),
    allowance:
      extraMinutes === null || extraAttempts === null || updatedAt === null
        ? null
        : { extraMinutes, extraAttempts, reason: reason ?? '', givenBy, updatedAt },
    minutes: computeMinutes(quiz.details, await getStanding(scope, { enrollmentId, lessonId: of.lessonId, cycle })),
  }
}

const selectVisibleAttempt = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    attemptRow,
    `select ${attemptColumns} from lms_quiz_attempts
      where tenant_id = $tenantId and id = $attemptId and ${isVisibleWork(viewer, 'user_id')}`,
  ),
)

/** Reads an attempt that the caller may grade. @throws not-found, assessment.answers-hidden (403) */
export async function getVisibleAttempt(scope: TenantScope, attemptId: string): Promise<AttemptRow> {
  const asked = { ...callerOf(scope), tenantId: scope.tenantId, attemptId }
  const [found] = await scope.rows(selectVisibleAttempt({ viewer: viewerOf(scope) }), asked)
  if (!found) throw notFound('Attempt')
  await rejectTaker(scope, found)
  return found
}

const selectNames = statement(
  z.object({ course: z.string(), lesson: z.string(), name: z.string(), scoreBeforeRegrade: z.number().nullable() }),
  `select v.title as course, coalesce(l ->> 'title', '') as lesson, btrim(u.first_name || ' ' || u.last_name) as name,
      a.score_before_regrade as "scoreBeforeRegrade"
    from lms_quiz_attempts a
      join users u on u.tenant_id = a.tenant_id and u.id = a.user_id
      join lms_enrollments e on e.tenant_id = a.tenant_id and e.id = a.enrollment_id
      join lms_course_versions v on v.owner = any ($owners) and v.course_id = e.course_id and v.number = e.version
      left join lateral jsonb_array_elements(v.outline -> 'lessons') l on l ->> 'id' = a.lesson_id::text
    where a.tenant_id = $tenantId and a.id = $attemptId`,
)

/** Reads all of an attempt, whatever its learner may see. @throws not-found, assessment.answers-hidden (403) */
export async function seeAttempt(scope: TenantScope, attemptId: string): Promise<AttemptSeen> {
  const attempt = await getVisibleAttempt(scope, attemptId)
  const [names] = await scope.rows(selectNames, { tenantId: scope.tenantId, owners: ownersRead(scope), attemptId })
  if (!names) throw notFound('Attempt')
  const paper = drawPaper(await getEdition(scope, attempt), attempt)
  const answers = await getAnswers(scope, attemptId)
  const files = await answerFilesOf(scope, [...answers.values()])
  const { courseId, lessonId, userId } = attempt
  return {
    ...toResultRow(attempt, names.scoreBeforeRegrade),
    courseId,
    lessonId,
    userId,
    course: names.course,
    lesson: names.lesson,
    name: names.name,
    items: paper.items.map((asked) => {
      const given = answers.get(asked.item)
      return {
        item: asked.item,
        question: paper.show(asked),
        answer: given?.answer ? paper.shownAnswer(asked, given.answer) : null,
        files: files(given),
        savedAt: given?.savedAt ?? null,
        verdict: getVerdict(paper, asked, given),
      }
    }),
  }
}

function toResultRow(attempt: AttemptRow, scoreBeforeRegrade: number | null): AttemptResult {
  const { id, number, cycle, state, startedAt, endsAt, finishedAt, points, maxPoints, score } = attempt
  return { id, number, cycle, state, startedAt, endsAt, finishedAt, points, maxPoints, score, scoreBeforeRegrade }
}
