import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { conflict, invalidField } from '#core/server/errors.ts'
import type { Challenge, ChallengeChange } from '../contract.ts'
import { criterion, resultKind } from '../judging-contract.ts'
import { saveResults, type JudgedChallenge } from './judging-results.ts'
import { lockScoredStudents } from './write-scores.ts'

const DUPLICATE_HINT = 'Duplicate the challenge to score it otherwise.'

/** Returns the ids of judges whose accounts exist. */
export const judgeIdsOf = ({ judges }: Pick<Challenge, 'judges'>): string[] =>
  judges.flatMap(({ id }) => (id === null ? [] : [id]))

/**
 * Checks whether a change is compatible with existing scores.
 * @throws invalid at `criteria` where judges would have none; conflict at a field that may not change any more: the criteria
 *   and the method of the result once a judge has scored, and new judges once there is a score, which they would see first
 */
export function checkJudging(
  before: Pick<Challenge, 'judges' | 'judged' | 'scored' | 'criteria'>,
  change: Pick<ChallengeChange, 'judgeIds' | 'criteria' | 'resultBy'>,
): void {
  const known = judgeIdsOf(before)
  const judgeIds = change.judgeIds ?? known
  if (before.judged > 0) {
    for (const field of ['criteria', 'resultBy'] as const) {
      if (change[field] !== undefined) throw conflict(field, `Judges have scored already. ${DUPLICATE_HINT}`)
    }
    // A challenge whose judges were all erased can still be changed and archived: it has no ids to compare.
    if (change.judgeIds?.length === 0) throw conflict('judgeIds', `Judges have scored already. ${DUPLICATE_HINT}`)
  }
  if (before.scored > 0 && judgeIds.some((id) => !known.includes(id))) {
    throw conflict('judgeIds', `There are scores already, which a new judge would see first. ${DUPLICATE_HINT}`)
  }
  if (judgeIds.length > 0 && (change.criteria ?? before.criteria).length === 0) {
    throw invalidField('criteria', 'Add at least one criterion')
  }
}

// A shared lock: no admin deactivates a judge before the challenge is committed.
const lockJudges = statement(
  z.object({ id: z.uuid(), name: z.string() }),
  `select id, first_name || ' ' || last_name as name from users
    where id = any($ids::uuid[]) and role in ('instructor', 'tenant_admin') and is_active order by id for share`,
)

const insertJudges = statement(
  `insert into challenge_judges (challenge_id, judge_id, judge_name, created_at)
    select $challengeId, j.id, j.name, $now from jsonb_to_recordset($judges::jsonb) as j (id uuid, name text)`,
)

const selectScoredStudents = statement(
  z.object({ studentId: z.uuid() }),
  `select student_id as "studentId" from judge_scores where challenge_id = $challengeId
    union select student_id from scores where challenge_id = $challengeId`,
)

const deleteJudges = statement(
  'delete from challenge_judges where challenge_id = $challengeId and judge_id = any($ids::uuid[])',
)

/**
 * Sets the judges of a challenge. Removing a judge deletes their scores, and updates the results.
 * @throws invalid at `judgeIds` unless all of them are active instructors or admins of the organization
 */
export async function saveJudges(scope: TenantScope, challenge: Challenge, judgeIds: readonly string[]): Promise<void> {
  const [challengeId, known] = [challenge.id, judgeIdsOf(challenge)]
  const [added, removed] = [judgeIds.filter((id) => !known.includes(id)), known.filter((id) => !judgeIds.includes(id))]
  if (added.length > 0) {
    const judges = await scope.rows(lockJudges, { ids: added })
    if (judges.length < added.length) {
      throw invalidField('judgeIds', 'This organization has no active instructor or admin like that')
    }
    const now = scope.core.clock.now()
    await scope.rows(insertJudges, { challengeId, judges: JSON.stringify(judges), now })
  }
  if (removed.length === 0) return
  const studentIds = (await scope.rows(selectScoredStudents, { challengeId })).map(({ studentId }) => studentId)
  await scope.rows(lockScoredStudents, { ids: studentIds })
  await scope.rows(deleteJudges, { challengeId, ids: removed })
  await saveResults(scope, challenge, studentIds)
}

const lockJudgedChallenges = statement(
  z.object({
    id: z.uuid(),
    title: z.string(),
    maxScore: z.number(),
    sessionId: z.uuid().nullable(),
    criteria: z.array(criterion),
    resultBy: resultKind,
  }),
  `select id, title, max_score as "maxScore", session_id as "sessionId", criteria, result_by as "resultBy"
    from challenges where id in (select challenge_id from challenge_judges where judge_id = $userId)
    order by id for no key update`,
)

/** Locks the challenges that a user judges: before students and users, in the order of all code that changes or judges them. */
export const lockJudgedBy = (scope: TenantScope, userId: string): Promise<JudgedChallenge[]> =>
  scope.rows(lockJudgedChallenges, { userId })

/** Updates results after a judge was erased, who no longer counts as missing. The caller has locked the students. */
export async function saveResultsWithout(scope: TenantScope, challenges: readonly JudgedChallenge[]): Promise<void> {
  for (const challenge of challenges) {
    const found = await scope.rows(selectScoredStudents, { challengeId: challenge.id })
    await saveResults(
      scope,
      challenge,
      found.map(({ studentId }) => studentId),
    )
  }
}
