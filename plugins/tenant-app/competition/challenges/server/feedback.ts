import { z } from 'zod'
import { OUTDATED_CODE } from '#core/contract/errors.ts'
import { record, referTo } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { AppError, conflict, forbidden, notFound } from '#core/server/errors.ts'
import type { ScoreFeedback } from '../score-contract.ts'
import { mayScore } from './score-grid.ts'

interface Place {
  challengeId: string
  studentId: string
}

const selectFeedback = statement(
  z.object({ feedback: z.string() }),
  'select feedback from scores where challenge_id = $challengeId and student_id = $studentId',
)

/** @throws not-found without a score */
export async function getFeedback(scope: TenantScope, { challengeId, studentId }: Place): Promise<ScoreFeedback> {
  const [found] = await scope.rows(selectFeedback, { challengeId, studentId })
  if (!found) throw notFound('Score')
  return found
}

const lockScore = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    z.object({ feedback: z.string(), title: z.string(), isActive: z.boolean(), mayScore: z.boolean() }),
    `select r.feedback, c.title, c.is_active as "isActive",
        ${mayScore(viewer)} or exists (select from challenge_judges j where j.tenant_id = c.tenant_id
          and j.challenge_id = c.id and j.judge_id = $caller) as "mayScore"
      from scores r join challenges c on c.tenant_id = r.tenant_id and c.id = r.challenge_id
      where r.challenge_id = $challengeId and r.student_id = $studentId for no key update of r`,
  ),
)

const updateFeedback = statement(
  'update scores set feedback = $feedback where challenge_id = $challengeId and student_id = $studentId',
)

/**
 * Saves feedback to a student about a score. The score's version stays, so that users who enter scores meanwhile get no
 * conflict. The audit log omits the text, which is about a child.
 * @throws not-found without a score, forbidden in another instructor's session, conflict when the challenge is archived,
 *   outdated (409) with the present text as `details` when it differs from the one that the caller saw
 */
export async function setFeedback(
  scope: TenantScope,
  { challengeId, studentId, feedback, seen }: Place & ScoreFeedback & { seen: string },
): Promise<ScoreFeedback> {
  const [found] = await scope.rows(lockScore({ viewer: viewerOf(scope) }), {
    challengeId,
    studentId,
    ...callerOf(scope),
  })
  if (!found) throw notFound('Score')
  if (!found.mayScore) throw forbidden('Another instructor leads the session of this challenge')
  if (!found.isActive) throw conflict('feedback', 'This challenge is archived')
  if (found.feedback === feedback) return { feedback }
  if (found.feedback !== seen) {
    const details = { feedback: found.feedback }
    throw new AppError(OUTDATED_CODE, 409, 'Someone else changed this feedback in the meantime.', { details })
  }
  await scope.rows(updateFeedback, { challengeId, studentId, feedback })
  const about = `${referTo('student', studentId)} in ${found.title}`
  await record(scope, {
    action: 'score.feedback-given',
    category: 'system',
    description: feedback === '' ? `Took back the feedback for ${about}` : `Gave feedback to ${about}`,
    resource: 'challenge',
    resourceId: challengeId,
    metadata: { studentId },
  })
  return { feedback }
}
