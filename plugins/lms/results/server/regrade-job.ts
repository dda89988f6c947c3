import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { editionOf, holdAttempts } from '../../attempts/server/attempt.ts'
import { tellResults } from '../../attempts/server/finishing.ts'
import { quizEdition } from '../../attempts/server/paper.ts'
import { regradeRules } from '../regrade-contract.ts'
import { nextAttempts, regradedAttempts } from './regrading.ts'

const held = statement(
  z.object({
    courseId: z.uuid(),
    lessonId: z.uuid(),
    edition: z.string(),
    rules: z.array(z.object({ questionId: z.uuid(), rule: z.enum(regradeRules) })),
    after: z.uuid().nullable(),
  }),
  `select course_id as "courseId", lesson_id as "lessonId", edition, rules, after_id as after from lms_regrades
    where tenant_id = $tenantId and id = $regradeId and state = 'running' for update`,
)

// What nobody answered has no row yet.
const marked = statement(
  `insert into lms_quiz_answers as a (attempt_id, item, question_id, sequence, saved_at, points, is_right)
    select r."attemptId", r.item, r."questionId", 0, $now, r.points, r."isRight"
      from jsonb_to_recordset($rows::jsonb) r ("attemptId" uuid, item int, "questionId" uuid, points float8, "isRight" boolean)
    on conflict (tenant_id, attempt_id, item) do update set points = excluded.points, is_right = excluded.is_right`,
)

const scored = statement(
  `update lms_quiz_attempts a set score_before_regrade = coalesce(a.score_before_regrade, a.score), points = r.points,
      score = r.score
    from jsonb_to_recordset($rows::jsonb) r (id uuid, points float8, score float8)
    where a.tenant_id = $tenantId and a.id = r.id`,
)

const went = statement(
  `update lms_regrades set graded = graded + $graded, moved = moved + $moved, after_id = coalesce($after, after_id),
      state = case when $after::uuid is null then 'done' else state end,
      finished_at = case when $after::uuid is null then $now::timestamptz end
    where tenant_id = $tenantId and id = $regradeId`,
)

/** Grades the next attempts again. @returns whether there may be more */
async function regradePortion(scope: TenantScope, regradeId: string): Promise<boolean> {
  const { tenantId } = scope
  const [run] = await scope.rows(held, { tenantId, regradeId })
  if (!run) return false
  const { edition, rules: decided, after, ...of } = run
  const now = scope.core.clock.now().toISOString()
  const found = await nextAttempts(scope, of, after)
  const newest = await quizEdition(scope, { ...of, edition })
  const attempts = (await holdAttempts(scope, found)).filter(
    ({ state }) => state === 'finished' || state === 'awaiting_grade',
  )
  const rules = new Map(decided.map(({ questionId, rule }) => [questionId, rule]))
  const all = newest ? await regradedAttempts(scope, attempts, { rules, newest }) : []
  const marks = all.flatMap(({ attempt, answers }) => answers.map((one) => ({ ...one, attemptId: attempt.id })))
  if (marks.length > 0) await scope.rows(marked, { now, rows: JSON.stringify(marks) })
  // What somebody has yet to read has no score that could move; the points of its other answers are kept for it.
  const moved = all.filter(
    ({ attempt, points, score }) =>
      attempt.state === 'finished' && (score !== attempt.score || points !== attempt.points),
  )
  if (moved.length > 0) {
    const rows = moved.map(({ attempt, points, score }) => ({ id: attempt.id, points, score }))
    await scope.rows(scored, { tenantId, rows: JSON.stringify(rows) })
    for (const group of Map.groupBy(moved, ({ attempt }) => attempt.edition).values()) {
      const own = group.map(({ attempt, points, score }) => ({ ...attempt, points, score }))
      const [first] = own
      if (first) await tellResults(scope, own, await editionOf(scope, first))
    }
  }
  const last = found.at(-1)?.id ?? null
  await scope.rows(went, { tenantId, regradeId, graded: attempts.length, moved: moved.length, after: last, now })
  return last !== null
}

/** A portion is one transaction: whatever stops it, it goes on after the last one, and grades nothing twice. */
export const regrading = defineJob({
  name: 'lms.regrade',
  scope: 'none',
  payload: z.object({ tenantId: z.uuid(), regradeId: z.uuid() }),
  expiresIn: 3600,
  // Until a run is finished nobody can begin another: over half a day, should something be away for long.
  retries: 20,
  run: async (core, { tenantId, regradeId }) => {
    const portion = () => core.db.tenant(tenantId, systemActor, (scope) => regradePortion(scope, regradeId))
    while (await portion());
  },
})
