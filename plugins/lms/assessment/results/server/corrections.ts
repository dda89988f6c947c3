import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf } from '#core/server/database/row-policy.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, invalidField } from '#core/server/errors.ts'
import { computeKeptScore } from '../../attempts/server/finish-attempt.ts'
import { rejectTaker } from '../../attempts/server/hidden-answers.ts'
import { getQuizEdition } from '../../attempts/server/paper.ts'
import { isGradedByHand } from '../../../authoring/questions/grading.ts'
import { isReached, reachedSql, type Reached } from '../../../shared/scores-contract.ts'
import {
  MAX_NAMED,
  regrade,
  type CorrectedQuestion,
  type Corrections,
  type Regrade,
  type RegradePreview,
  type RegradeRequest,
} from '../regrade-contract.ts'
import { getPublishedQuiz, type OfQuiz, type PublishedQuiz } from './quiz.ts'
import { regradeAttempts, type Rules } from '../../attempts/server/regraded.ts'
import { selectNextAttempts } from './regrading.ts'
import { regrading } from './regrade-job.ts'

const selectEditions = statement(
  z.object({ edition: z.string(), attempts: z.number().int() }),
  `select edition, count(*)::int as attempts from lms_quiz_attempts
    where tenant_id = $tenantId and course_id = $courseId and lesson_id = $lessonId
      and state in ('finished', 'awaiting_grade')
    group by edition`,
)

const columns = `id, state, reason, attempts, graded, moved, started_at as "startedAt", finished_at as "finishedAt"`

/** Milliseconds after which a run counts as lost: a batch takes seconds, and the next one follows at once. */
const LOST_AFTER_MS = 15 * 60_000

const LOST_REASON = 'Nothing was heard of it for 15 minutes.'

const getLostBefore = (scope: TenantScope) => new Date(scope.core.clock.now().getTime() - LOST_AFTER_MS).toISOString()

// A run whose job has died stays 'running'. If the job resumes before another regrade starts, the run goes on.
const isLost = `state = 'running' and heard_at <= $lostBefore::timestamptz`

const selectLastRegrade = statement(
  regrade,
  `select id, case when ${isLost} then 'failed' else state end as state,
      case when ${isLost} then $lostReason else reason end as reason, attempts, graded, moved, started_at as "startedAt",
      case when ${isLost} then heard_at else finished_at end as "finishedAt"
    from lms_regrades where tenant_id = $tenantId and lesson_id = $lessonId
    order by started_at desc, id desc limit 1`,
)

const toParameters = (scope: TenantScope, { courseId, lessonId }: OfQuiz) => ({
  tenantId: scope.tenantId,
  courseId,
  lessonId,
})

/**
 * Lists questions that have changed since attempts that are over. Questions for graders are left out: no rule regrades them.
 */
async function listCorrectedQuestions(
  scope: TenantScope,
  of: OfQuiz,
  { quiz, edition }: PublishedQuiz,
): Promise<CorrectedQuestion[]> {
  const counts = new Map<string, number>()
  for (const { edition: before, attempts } of await scope.rows(selectEditions, toParameters(scope, of))) {
    const old = before === edition ? null : await getQuizEdition(scope, { ...of, edition: before })
    for (const [id, question] of old?.byId ?? []) {
      const isSame = isDeepStrictEqual({ ...question, points: 0 }, { ...quiz.byId.get(id), points: 0 })
      if (!isSame && !isGradedByHand(question)) counts.set(id, (counts.get(id) ?? 0) + attempts)
    }
  }
  return [...counts].flatMap(([questionId, attempts]) => {
    const prompt = quiz.byId.get(questionId)?.prompt
    return prompt === undefined ? [] : [{ questionId, prompt, attempts }]
  })
}

/** @throws not-found if there is no such quiz, assessment.answers-hidden (403) */
async function getCorrectableQuiz(scope: TenantScope, of: OfQuiz): Promise<PublishedQuiz> {
  const published = await getPublishedQuiz(scope, of)
  await rejectTaker(scope, of)
  return published
}

/** Reads the corrections of a quiz. @throws not-found if there is no such quiz, assessment.answers-hidden (403) */
export async function getCorrections(scope: TenantScope, of: OfQuiz): Promise<Corrections> {
  const published = await getCorrectableQuiz(scope, of)
  const [run] = await scope.rows(selectLastRegrade, {
    ...toParameters(scope, of),
    lostBefore: getLostBefore(scope),
    lostReason: LOST_REASON,
  })
  const { passPercent } = published.quiz.details
  return {
    questions: await listCorrectedQuestions(scope, of, published),
    last: run ?? null,
    failing: run ? await scope.rows(selectNoLongerPassing, { ...toParameters(scope, of), passPercent }) : [],
  }
}

const named = {
  userId: z.uuid(),
  name: z.string(),
  hasCertificate: z.boolean(),
}

const hasCertificate = `exists (select from lms_certificates k where k.tenant_id = e.tenant_id and k.user_id = e.user_id
  and k.course_id = e.course_id and k.cycle = e.cycle and k.revoked_at is null)`

// Compares each learner's best score, which a completion follows from.
const selectNoLongerPassing = statement(
  z.object({ ...named, before: z.number(), after: z.number() }),
  `select u.id as "userId", btrim(u.first_name || ' ' || u.last_name) as name, b.before, p.score as after,
      ${hasCertificate} as "hasCertificate"
    from lms_enrollments e
      join users u on u.tenant_id = e.tenant_id and u.id = e.user_id
      join lms_lesson_progress p on p.tenant_id = e.tenant_id and p.enrollment_id = e.id and p.cycle = e.cycle
        and p.lesson_id = $lessonId and not ${reachedSql('p.score', '$passPercent::int')}
      join lateral (
        select max(coalesce(a.score_before_regrade, a.score)) as before,
            bool_or(a.score_before_regrade is not null) as "isRegraded"
          from lms_quiz_attempts a where a.tenant_id = e.tenant_id and a.enrollment_id = e.id and a.lesson_id = $lessonId
            and a.cycle = e.cycle and a.state = 'finished'
      ) b on b."isRegraded" and ${reachedSql('b.before', '$passPercent::int')}
    where e.tenant_id = $tenantId and e.course_id = $courseId
    order by u.last_name, u.first_name, u.id limit ${MAX_NAMED}`,
)

/** @throws invalid (400) at `rules` if a question was not corrected */
async function resolveRules(
  scope: TenantScope,
  of: OfQuiz,
  published: PublishedQuiz,
  { rules }: RegradeRequest,
): Promise<Rules> {
  const corrected = new Set((await listCorrectedQuestions(scope, of, published)).map(({ questionId }) => questionId))
  if (rules.some(({ questionId }) => !corrected.has(questionId))) {
    throw invalidField('rules', 'One of these questions was not corrected')
  }
  return new Map(rules.map(({ questionId, rule }) => [questionId, rule]))
}

const selectLearners = statement(
  z.object({ ...named, enrollmentId: z.uuid() }),
  `select e.id as "enrollmentId", u.id as "userId", btrim(u.first_name || ' ' || u.last_name) as name,
      ${hasCertificate} as "hasCertificate"
    from lms_enrollments e join users u on u.tenant_id = e.tenant_id and u.id = e.user_id
    where e.tenant_id = $tenantId and e.id = any ($ids) order by u.last_name, u.first_name, u.id`,
)

interface Rescored {
  enrollmentId: string
  cycle: number
  number: number
  reached: Record<'before' | 'after', Reached>
  before: number
  after: number
}

/** Previews a regrade. @throws not-found if there is no such quiz, assessment.answers-hidden (403), invalid (400) at `rules` */
export async function previewRegrade(scope: TenantScope, of: OfQuiz, request: RegradeRequest): Promise<RegradePreview> {
  const published = await getCorrectableQuiz(scope, of)
  const rules = await resolveRules(scope, of, published, request)
  const { keptScore, passPercent } = published.quiz.details
  const correction = { rules, edition: published.edition, newest: published.quiz }
  const scores: Rescored[] = []
  let after: string | null = null
  do {
    const attempts = await selectNextAttempts(scope, of, after)
    for (const { attempt, points, score } of await regradeAttempts(scope, attempts, correction)) {
      // An attempt that awaits a grader has no earlier score.
      if (attempt.state !== 'finished') continue
      const { enrollmentId, cycle, number, maxPoints } = attempt
      const reached = { before: { points: attempt.points ?? 0, maxPoints }, after: { points, maxPoints } }
      scores.push({ enrollmentId, cycle, number, reached, before: attempt.score ?? 0, after: score })
    }
    after = attempts.at(-1)?.id ?? null
  } while (after !== null)
  const moved = scores.filter((one) => one.before !== one.after)
  const learners = [...Map.groupBy(scores, ({ enrollmentId, cycle }) => `${enrollmentId} ${cycle}`).values()].map(
    (own) => {
      const ordered = own.toSorted((one, other) => one.number - other.number)
      const kept = (which: 'before' | 'after') =>
        computeKeptScore(
          ordered.map(({ reached }) => reached[which]),
          keptScore,
        ) ?? 0
      return { enrollmentId: own[0]?.enrollmentId ?? '', before: kept('before'), after: kept('after') }
    },
  )
  const passed = (score: number) => isReached(score, passPercent)
  const passing = learners.filter((one) => !passed(one.before) && passed(one.after))
  const failing = learners.filter((one) => passed(one.before) && !passed(one.after))
  const names = async (of: typeof learners) => {
    const ids = of.slice(0, MAX_NAMED).map(({ enrollmentId }) => enrollmentId)
    const byId = new Map(of.map((one) => [one.enrollmentId, one]))
    return (await scope.rows(selectLearners, { tenantId: scope.tenantId, ids })).map(({ enrollmentId, ...person }) => {
      const { before, after } = byId.get(enrollmentId) ?? { before: 0, after: 0 }
      return { ...person, before, after }
    })
  }
  return {
    attempts: scores.length,
    moved: moved.length,
    up: moved.filter((one) => one.after > one.before).length,
    down: moved.filter((one) => one.after < one.before).length,
    meanChange: moved.length === 0 ? 0 : moved.reduce((sum, one) => sum + one.after - one.before, 0) / moved.length,
    nowPass: passing.length,
    noLongerPass: failing.length,
    passing: await names(passing),
    failing: await names(failing),
  }
}

// Keeps a lost job that resumes from finding work.
const updateLostRegrade = statement(
  z.object({ id: z.uuid() }),
  `update lms_regrades set state = 'failed', reason = $lostReason, finished_at = $now
    where tenant_id = $tenantId and lesson_id = $lessonId and ${isLost} returning id`,
)

const insertRegrade = statement(
  regrade,
  `insert into lms_regrades (course_id, lesson_id, edition, rules, attempts, started_by, started_at, heard_at)
    select $courseId, $lessonId, $edition, $rules::jsonb, (select count(*) from lms_quiz_attempts
        where tenant_id = $tenantId and course_id = $courseId and lesson_id = $lessonId and state in ('finished', 'awaiting_grade')),
      $caller, $now, $now
    on conflict (tenant_id, lesson_id) where state = 'running' do nothing
    returning ${columns}`,
)

/**
 * Starts a regrade. @throws not-found if there is no such quiz, assessment.answers-hidden (403), invalid (400) at `rules`,
 * regrade.running (409)
 */
export async function startRegrade(scope: TenantScope, of: OfQuiz, request: RegradeRequest): Promise<Regrade> {
  const published = await getCorrectableQuiz(scope, of)
  await resolveRules(scope, of, published, request)
  const now = scope.core.clock.now().toISOString()
  const lost = { lostBefore: getLostBefore(scope), lostReason: LOST_REASON }
  await scope.rows(updateLostRegrade, { tenantId: scope.tenantId, lessonId: of.lessonId, ...lost, now })
  const [run] = await scope.rows(insertRegrade, {
    ...toParameters(scope, of),
    edition: published.edition,
    rules: JSON.stringify(request.rules),
    caller: callerOf(scope).caller ?? null,
    now,
  })
  if (!run) throw new AppError('regrade.running', 409, 'Attempts at this quiz are being graded again already.')
  await scope.core.jobs.send(scope, regrading, { tenantId: scope.tenantId, regradeId: run.id })
  await record(scope, {
    action: 'assessment.regraded',
    category: 'system',
    description: `Graded the attempts at ${published.lesson} again`,
    resource: 'lesson',
    resourceId: of.lessonId,
    metadata: { rules: request.rules, attempts: run.attempts },
  })
  return run
}
