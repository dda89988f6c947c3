import type { PartialModelObject } from 'objection'
import { changedFields, record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, conflict, invalidField } from '#core/server/errors.ts'
import { emit } from '#core/server/events/events.ts'
import { nextVersion, refuseOutdated } from '#core/server/versions.ts'
import { assignProject } from '../../../base/projects/server/adopt-projects.ts'
import { checkOwns } from '../../../scheduling/sessions/server/check-leads.ts'
import { getSession } from '../../../scheduling/sessions/server/sessions.ts'
import type { Challenge, ChallengeChange, NewChallenge } from '../contract.ts'
import { ChallengeModel } from './challenge.ts'
import { getChallenge } from './challenges.ts'
import { challengeCreated } from './events.ts'
import { checkJudging, judgeIdsOf, saveJudges } from './judges.ts'

const WHO_CHOOSES_JUDGES = 'The instructor who leads its session, or an admin, decides who judges a challenge'

/** @throws invalid at `sessionId` or `projectId` where the organization has no such session or project */
export async function createChallenge(scope: TenantScope, input: NewChallenge): Promise<Challenge> {
  await checkSession(scope, input)
  checkJudging({ judges: [], judged: 0, scored: 0, criteria: [] }, input)
  if (input.judgeIds.length > 0 && input.sessionId) await checkOwns(scope, input.sessionId, WHO_CHOOSES_JUDGES)
  const now = scope.core.clock.now().toISOString()
  const { id } = await ChallengeModel.query(scope.trx).insert({
    ...(await columnsOf(scope, input)),
    createdAt: now,
    updatedAt: now,
  })
  await saveJudges(scope, await getChallenge(scope, id), input.judgeIds)
  await record(scope, {
    action: 'challenge.created',
    category: 'system',
    description: `Added the challenge ${input.title}`,
    resource: 'challenge',
    resourceId: id,
    after: input,
  })
  await emit(scope, challengeCreated, { challengeId: id, title: input.title, sessionId: input.sessionId })
  return getChallenge(scope, id)
}

// Locks before it reads the scores, so that no score is added that the change forbids.
const lockChallenge = statement('select id from challenges where id = $id for no key update')

/**
 * Changes the given fields of a challenge.
 * @throws not-found, outdated (409) when `updatedAt` differs, conflict at `maxScore` when there are scores, forbidden where
 *   another instructor's session is in progress, would lose the challenge or get other judging, invalid at `sessionId` or
 *   `projectId`, and errors of `checkJudging` and `saveJudges`
 */
export async function updateChallenge(
  scope: TenantScope,
  id: string,
  { updatedAt, ...change }: ChallengeChange,
): Promise<Challenge> {
  await scope.rows(lockChallenge, { id })
  const before = await getChallenge(scope, id)
  refuseOutdated('this challenge', before.updatedAt, updatedAt)
  const known = { ...before, judgeIds: judgeIdsOf(before) }
  const changed = changedFields<Omit<ChallengeChange, 'updatedAt'>>(known, {
    ...change,
    // In any order.
    ...(change.judgeIds && isSameSet(change.judgeIds, known.judgeIds) && { judgeIds: known.judgeIds }),
  })
  if (Object.keys(changed.after).length === 0) return before
  if (before.sessionId && (await getSession(scope, before.sessionId)).status === 'in-progress') {
    await checkOwns(scope, before.sessionId, 'Another instructor runs the session of this challenge now')
  }
  if (changed.after.maxScore !== undefined && (before.scored > 0 || before.judged > 0)) {
    throw conflict('maxScore', 'There are scores already. Duplicate the challenge to score it differently.')
  }
  checkJudging(before, changed.after)
  const { judgeIds, criteria, resultBy } = changed.after
  if ((judgeIds ?? criteria ?? resultBy) !== undefined && before.sessionId) {
    await checkOwns(scope, before.sessionId, WHO_CHOOSES_JUDGES)
  }
  if (changed.after.sessionId !== undefined && before.sessionId) {
    const message = 'Only the instructor who leads its session, or an admin, can take a challenge out of it'
    await checkOwns(scope, before.sessionId, message)
  }
  await checkSession(scope, changed.after)
  const columns = await columnsOf(scope, changed.after)
  await ChallengeModel.query(scope.trx)
    .findById(id)
    .patch({ ...columns, updatedAt: nextVersion(scope.core.clock, before.updatedAt) })
  if (judgeIds) await saveJudges(scope, { ...before, ...changed.after }, judgeIds)
  const after = await getChallenge(scope, id)
  await record(scope, {
    action: 'challenge.updated',
    category: 'system',
    description: `Changed the challenge ${after.title}`,
    resource: 'challenge',
    resourceId: id,
    ...changed,
  })
  return after
}

const isSameSet = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((id) => other.includes(id))

async function checkSession(scope: TenantScope, { sessionId }: Pick<ChallengeChange, 'sessionId'>): Promise<void> {
  if (sessionId) {
    await getSession(scope, sessionId).catch((error: unknown) => {
      const isMissing = error instanceof AppError && error.code === 'not-found'
      throw isMissing ? invalidField('sessionId', 'This organization has no such session') : error
    })
  }
}

/** Maps the input to columns. The first challenge of a catalog project earmarks it. */
async function columnsOf(
  scope: TenantScope,
  { projectId, judgeIds: _, ...rest }: Omit<ChallengeChange, 'updatedAt'>,
): Promise<PartialModelObject<ChallengeModel>> {
  if (projectId === undefined) return rest
  return { ...rest, tenantProjectId: projectId && (await assignProject(scope, projectId)) }
}
