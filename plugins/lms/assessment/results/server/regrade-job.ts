import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError } from '#core/server/errors.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { getEdition, lockAttemptsInOrder } from '../../attempts/server/attempt.ts'
import { publishResults } from '../../attempts/server/finish-attempt.ts'
import { getQuizEdition } from '../../attempts/server/paper.ts'
import { decidedRules, saveRegraded, regradeAttempts, toRules } from '../../attempts/server/regraded.ts'
import { selectNextAttempts } from './regrading.ts'

const lockRegrade = statement(
  z.object({
    courseId: z.uuid(),
    lessonId: z.uuid(),
    edition: z.string(),
    rules: decidedRules,
    after: z.uuid().nullable(),
  }),
  `select course_id as "courseId", lesson_id as "lessonId", edition, rules, after_id as after from lms_regrades
    where tenant_id = $tenantId and id = $regradeId and state = 'running' for update`,
)

const updateScores = statement(
  `update lms_quiz_attempts a set score_before_regrade = coalesce(a.score_before_regrade, a.score), points = r.points,
      score = r.score
    from jsonb_to_recordset($rows::jsonb) r (id uuid, points float8, score float8)
    where a.tenant_id = $tenantId and a.id = r.id`,
)

const updateProgress = statement(
  `update lms_regrades set graded = graded + $graded, failures = 0, moved = moved + $moved, heard_at = $now::timestamptz,
      after_id = coalesce($after, after_id),
      state = case when $after::uuid is null then 'done' else state end,
      finished_at = case when $after::uuid is null then $now::timestamptz end
    where tenant_id = $tenantId and id = $regradeId`,
)

/** Maximum number of tries for one batch. */
const MAX_TRIES = 5

const updateFailures = statement(
  z.object({ state: z.string() }),
  `update lms_regrades set failures = failures + 1,
      state = case when failures + 1 >= ${MAX_TRIES} then 'failed' else state end,
      finished_at = case when failures + 1 >= ${MAX_TRIES} then $now::timestamptz end,
      reason = case when failures + 1 >= ${MAX_TRIES} then $reason else '' end
    where tenant_id = $tenantId and id = $regradeId and state = 'running' returning state`,
)

/** Turns an error into a reason for admins, without internals. */
const toReason = (error: unknown) =>
  error instanceof AppError
    ? error.message.slice(0, 500)
    : 'Something went wrong on the server, which its operator finds in the log.'

/** Regrades the next batch of attempts. @returns true if there may be more */
async function regradePortion(scope: TenantScope, regradeId: string): Promise<boolean> {
  const { tenantId } = scope
  const [run] = await scope.rows(lockRegrade, { tenantId, regradeId })
  if (!run) return false
  const { edition, rules: decided, after, ...of } = run
  const now = scope.core.clock.now().toISOString()
  const found = await selectNextAttempts(scope, of, after)
  const newest = await getQuizEdition(scope, { ...of, edition })
  const attempts = (await lockAttemptsInOrder(scope, found)).filter(
    ({ state }) => state === 'finished' || state === 'awaiting_grade',
  )
  const rules = toRules(decided)
  const all = newest ? await regradeAttempts(scope, attempts, { rules, edition, newest }) : []
  await saveRegraded(scope, all)
  // An attempt that awaits a grader has no score to change; the points of its other answers are saved for it.
  const moved = all.filter(
    ({ attempt, points, score }) =>
      attempt.state === 'finished' && (score !== attempt.score || points !== attempt.points),
  )
  if (moved.length > 0) {
    const rows = moved.map(({ attempt, points, score }) => ({ id: attempt.id, points, score }))
    await scope.rows(updateScores, { tenantId, rows: JSON.stringify(rows) })
    for (const group of Map.groupBy(moved, ({ attempt }) => attempt.edition).values()) {
      const own = group.map(({ attempt, points, score }) => ({ ...attempt, points, score }))
      const [first] = own
      if (first) await publishResults(scope, own, await getEdition(scope, first))
    }
  }
  const last = found.at(-1)?.id ?? null
  await scope.rows(updateProgress, {
    tenantId,
    regradeId,
    graded: attempts.length,
    moved: moved.length,
    after: last,
    now,
  })
  return last !== null
}

/** Regrades in one transaction per batch: an interrupted run resumes after the last batch, and grades nothing twice. */
export const regrading = defineJob({
  name: 'lms.regrade',
  scope: 'none',
  payload: z.object({ tenantId: z.uuid(), regradeId: z.uuid() }),
  expiresIn: 3600,
  // No other run can begin until this one is finished: 20 retries cover an outage of half a day.
  retries: 20,
  run: async (core, { tenantId, regradeId }) => {
    const portion = () => core.db.tenant(tenantId, systemActor, (scope) => regradePortion(scope, regradeId))
    try {
      while (await portion());
    } catch (error) {
      // Failures of the database itself are not counted: the job is retried for longer.
      const values = { tenantId, regradeId, reason: toReason(error), now: core.clock.now().toISOString() }
      const [run] = await core.db.tenant(tenantId, systemActor, (scope) => scope.rows(updateFailures, values))
      if (run?.state !== 'failed') throw error
      core.log.error({ err: error, tenantId, regradeId }, 'attempts could not be graded again')
    }
  },
})
