import { z } from 'zod'
import { OUTDATED_CODE } from '#core/contract/errors.ts'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { AppError, conflict, forbidden, invalidField, notFound } from '#core/server/errors.ts'
import { nextVersion } from '#core/server/versions.ts'
import { cellKey, type Cell, type SavedCell } from '../score-contract.ts'
import { mayScore } from './score-grid.ts'
import { selectScores, lockScoredStudents, writeScores, type Entry, type Present } from './write-scores.ts'

// A shared lock: the challenge stays unchanged, and users who score do not wait for each other.
const lockChallenges = statement('select from challenges where id = any($ids::uuid[]) order by id for share')

const selectScorableChallenges = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    z.object({
      id: z.uuid(),
      title: z.string(),
      maxScore: z.number(),
      sessionId: z.uuid().nullable(),
      isActive: z.boolean(),
      mayScore: z.boolean(),
      isJudged: z.boolean(),
    }),
    `select c.id, c.title, c.max_score as "maxScore", c.session_id as "sessionId", c.is_active as "isActive",
        ${mayScore(viewer)} as "mayScore",
        exists (select from challenge_judges j where j.tenant_id = c.tenant_id and j.challenge_id = c.id) as "isJudged"
      from challenges c where c.id = any($ids::uuid[])`,
  ),
)
type Scorable = ReturnType<typeof selectScorableChallenges>['row']['_output']

interface Weighed {
  entries: Entry[]
  refused: Map<string, AppError>
  before: Map<string, Present>
}

/**
 * Saves cells of the score grid, each on its own, with the student's points: a changed score is reversed and given anew, for
 * the time of the first score. A cell that has the value already counts as saved, so that a repeated request does no harm.
 */
export async function saveScores(scope: TenantScope, cells: readonly Cell[]): Promise<SavedCell[]> {
  const weighed = await checkCells(scope, cells)
  await writeScores(scope, weighed.entries)
  return cells.map((cell) => outcomeOf(scope, cell, weighed))
}

/**
 * Saves one cell like `saveScores`.
 * @throws not-found, forbidden in another instructor's session, invalid at `score` out of range, conflict when the challenge is
 *   archived, outdated (409) with the present score as `details` when another user has changed it
 */
export async function setScore(scope: TenantScope, cell: Cell): Promise<SavedCell> {
  const weighed = await checkCells(scope, [cell])
  const error = weighed.refused.get(cellKey(cell))
  const outcome = outcomeOf(scope, cell, weighed)
  if (error?.code === OUTDATED_CODE) {
    const { score, scoredBy, updatedAt } = outcome
    throw new AppError(OUTDATED_CODE, 409, error.message, { details: { score, scoredBy, updatedAt } })
  }
  if (error) throw error
  await writeScores(scope, weighed.entries)
  return outcome
}

function outcomeOf(scope: TenantScope, { challengeId, studentId }: Cell, weighed: Weighed): SavedCell {
  const key = cellKey({ challengeId, studentId })
  const entry = weighed.entries.find(({ cell }) => cellKey(cell) === key)
  const error = weighed.refused.get(key)
  const { score = null, scoredBy = null, updatedAt = null } = entry ? {} : (weighed.before.get(key) ?? {})
  return {
    challengeId,
    studentId,
    outcome: error === undefined ? 'saved' : error.code === OUTDATED_CODE ? 'outdated' : 'refused',
    reason: error?.message ?? null,
    ...(entry && entry.cell.score !== null
      ? { score: entry.cell.score, scoredBy: scope.actor.user?.name ?? null, updatedAt: entry.updatedAt }
      : { score, scoredBy, updatedAt }),
  }
}

/** Locks the rows that the cells depend on, and decides which cells may be written. */
async function checkCells(scope: TenantScope, cells: readonly Cell[]): Promise<Weighed> {
  const challengeIds = [...new Set(cells.map(({ challengeId }) => challengeId))]
  const studentIds = [...new Set(cells.map(({ studentId }) => studentId))]
  const viewer = viewerOf(scope)
  // Locks before it reads: a statement that waits for a lock does not see judges added meanwhile.
  await scope.rows(lockChallenges, { ids: challengeIds })
  const challenges = await scope.rows(selectScorableChallenges({ viewer }), { ids: challengeIds, ...callerOf(scope) })
  const students = await scope.rows(lockScoredStudents, { ids: studentIds })
  const found = await scope.rows(selectScores, { challengeIds, studentIds })
  const before = new Map(found.map((score) => [cellKey(score), score]))
  const byChallenge = new Map(challenges.map((challenge) => [challenge.id, challenge]))
  const names = new Map(students.map(({ id, name }) => [id, name]))
  const weighed: Weighed = { entries: [], refused: new Map(), before }
  for (const cell of cells) {
    const [challenge, studentName, was] = [
      byChallenge.get(cell.challengeId),
      names.get(cell.studentId),
      before.get(cellKey(cell)),
    ]
    if (!challenge || studentName === undefined) {
      weighed.refused.set(cellKey(cell), notFound(challenge ? 'Student' : 'Challenge'))
      continue
    }
    const error = refusalOf(cell, challenge, was)
    if (error) weighed.refused.set(cellKey(cell), error)
    else if (cell.score !== (was?.score ?? null)) {
      const updatedAt = nextVersion(scope.core.clock, was?.updatedAt ?? null)
      weighed.entries.push({ cell, challenge, studentName, before: was, updatedAt })
    }
  }
  return weighed
}

function refusalOf({ score, seen }: Cell, challenge: Scorable, was: Present | undefined): AppError | undefined {
  if (challenge.isJudged) return conflict('score', 'Judges score this challenge')
  if (!challenge.mayScore) return forbidden('Another instructor leads the session of this challenge')
  if (!challenge.isActive) return conflict('score', 'This challenge is archived')
  if (score !== null && (score < 0 || score > challenge.maxScore)) {
    return invalidField('score', `Between 0 and ${challenge.maxScore}`)
  }
  if (score === (was?.score ?? null)) return undefined
  const isSeen = (seen === null ? 0 : Date.parse(seen)) === (was ? Date.parse(was.updatedAt) : 0)
  return isSeen ? undefined : new AppError(OUTDATED_CODE, 409, 'Someone else changed this score in the meantime.')
}
