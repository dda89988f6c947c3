import { z } from 'zod'
import { csvAnswer } from '#core/server/analytics.ts'
import { record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import type { FileAnswer } from '#core/server/http/answers.ts'
import { countText } from '#core/server/texts.ts'
import { attemptStates } from '../../attempts/contract.ts'
import { isVisibleWork } from '../../../shared/server/seen-work.ts'
import { attemptStateLabels } from '../states-contract.ts'
import { getPublishedQuiz, type OfQuiz } from './quiz.ts'

/** Maximum number of rows. */
const MAX_EXPORTED = 100_000

const selectExportRows = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    z.object({
      learner: z.string(),
      email: z.string(),
      number: z.number().int(),
      cycle: z.number().int(),
      state: z.enum(attemptStates),
      startedAt: z.string(),
      finishedAt: z.string().nullable(),
      seconds: z.number().nullable(),
      points: z.number().nullable(),
      maxPoints: z.number(),
      score: z.number().nullable(),
      scoreBeforeRegrade: z.number().nullable(),
    }),
    `select btrim(u.first_name || ' ' || u.last_name) as learner, coalesce(u.email, '') as email, a.number, a.cycle, a.state,
        a.started_at as "startedAt", a.finished_at as "finishedAt",
        round(extract(epoch from a.finished_at - a.started_at))::float8 as seconds, a.points, a.max_points as "maxPoints",
        a.score, a.score_before_regrade as "scoreBeforeRegrade"
      from lms_quiz_attempts a join users u on u.tenant_id = a.tenant_id and u.id = a.user_id
      where a.tenant_id = $tenantId and a.course_id = $courseId and a.lesson_id = $lessonId
        and ${isVisibleWork(viewer, 'a.user_id')}
      order by u.last_name, u.first_name, u.id, a.cycle, a.number limit ${MAX_EXPORTED}`,
  ),
)

/** Exports every attempt at a quiz, by name. @throws not-found if there is no such quiz */
export async function exportResults(scope: TenantScope, of: OfQuiz): Promise<FileAnswer> {
  const { lesson } = await getPublishedQuiz(scope, of)
  const asked = { ...callerOf(scope), ...of, tenantId: scope.tenantId }
  const rows = await scope.rows(selectExportRows({ viewer: viewerOf(scope) }), asked)
  await record(scope, {
    action: 'assessment.results-exported',
    category: 'security',
    description: `Exported ${countText(rows.length, 'attempt')} at the quiz ${lesson}, as CSV`,
    resource: 'lesson',
    resourceId: of.lessonId,
  })
  const columns = {
    Learner: 'learner',
    Email: 'email',
    Attempt: 'number',
    Cycle: 'cycle',
    State: 'state',
    Begun: 'startedAt',
    Submitted: 'finishedAt',
    'Time (s)': 'seconds',
    Points: 'points',
    'Points at most': 'maxPoints',
    'Score (%)': 'score',
    'Score before regrade (%)': 'scoreBeforeRegrade',
  } as const
  return csvAnswer(
    'quiz-results',
    columns,
    rows.map((row) => ({ ...row, state: attemptStateLabels[row.state] })),
  )
}
