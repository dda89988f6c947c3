import { z } from 'zod'
import { OUTDATED } from '#core/contract/errors.ts'
import { record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { AppError, conflict, forbidden, invalidField, notFound } from '#core/server/errors.ts'
import { emit } from '#core/server/events/events.ts'
import { nextVersion } from '#core/server/versions.ts'
import { addPoints, reversePoints } from '../../points/server/points.ts'
import { cellKey, type Cell, type SavedCell } from '../score-contract.ts'
import { challengesScored } from './events.ts'
import { mayScore } from './score-grid.ts'

// Shared by all who score: the challenge stays what it is, and nobody waits.
const scorable = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    z.object({
      id: z.uuid(),
      title: z.string(),
      maxScore: z.number(),
      sessionId: z.uuid().nullable(),
      isActive: z.boolean(),
      mayScore: z.boolean(),
    }),
    `select c.id, c.title, c.max_score as "maxScore", c.session_id as "sessionId", c.is_active as "isActive",
        ${mayScore(viewer)} as "mayScore"
      from challenges c where c.id = any($ids::uuid[]) order by c.id for share of c`,
  ),
)
type Scorable = ReturnType<typeof scorable>['row']['_output']

// In the order of ids, as points are added: of two who score the same students one waits for the other.
const scoredStudents = statement(
  z.object({ id: z.uuid(), name: z.string() }),
  `select id, first_name || ' ' || last_name as name from students where id = any($ids::uuid[])
    order by id for no key update`,
)

const present = statement(
  z.object({
    challengeId: z.uuid(),
    studentId: z.uuid(),
    score: z.number(),
    scoredBy: z.string().nullable(),
    completedAt: z.string(),
    updatedAt: z.string(),
  }),
  `select r.challenge_id as "challengeId", r.student_id as "studentId", r.score, r.scored_by_name as "scoredBy",
      r.completed_at as "completedAt", r.updated_at as "updatedAt"
    from scores r where r.challenge_id = any($challengeIds::uuid[]) and r.student_id = any($studentIds::uuid[])`,
)
type Present = z.output<(typeof present)['row']>

const written = statement(
  `with asked as (
      select * from jsonb_to_recordset($cells::jsonb) as a ("challengeId" uuid, "studentId" uuid, score int,
        "updatedAt" timestamptz)
    ), taken as (
      delete from scores r using asked a
        where r.challenge_id = a."challengeId" and r.student_id = a."studentId" and a.score is null
    )
    insert into scores (student_id, challenge_id, session_id, tenant_project_id, score, max_score, completed_at,
        created_at, updated_at, scored_by, scored_by_name)
      select a."studentId", c.id, c.session_id, c.tenant_project_id, a.score, c.max_score, $now, $now, a."updatedAt",
          $by, $name
        from asked a join challenges c on c.id = a."challengeId" where a.score is not null
      on conflict (tenant_id, challenge_id, student_id) do update set score = excluded.score,
        max_score = excluded.max_score, updated_at = excluded.updated_at, scored_by = excluded.scored_by,
        scored_by_name = excluded.scored_by_name`,
)

/** A cell that may be written, with what it needs. */
interface Entry {
  cell: Cell
  challenge: Scorable
  studentName: string
  before: Present | undefined
  updatedAt: string
}

interface Judged {
  entries: Entry[]
  refused: Map<string, AppError>
  before: Map<string, Present>
}

/**
 * Saves cells of the score grid, each by itself, and with each the student's points: a score that changes is reversed
 * and given anew, for the moment at which the student was first scored. A cell that holds the value already counts as
 * saved, so that one that is sent again does no harm.
 */
export async function saveScores(scope: TenantScope, cells: readonly Cell[]): Promise<SavedCell[]> {
  const judged = await judge(scope, cells)
  if (judged.entries.length > 0) await write(scope, judged.entries)
  return cells.map((cell) => outcomeOf(scope, cell, judged))
}

/**
 * As `saveScores` for one cell.
 * @throws not-found, forbidden in another instructor's session, invalid at `score` out of range, conflict when the
 *   challenge is archived, outdated (409) with the present score as `details` when somebody else has changed it
 */
export async function setScore(scope: TenantScope, cell: Cell): Promise<SavedCell> {
  const judged = await judge(scope, [cell])
  const error = judged.refused.get(cellKey(cell))
  const outcome = outcomeOf(scope, cell, judged)
  if (error?.code === OUTDATED) {
    const { score, scoredBy, updatedAt } = outcome
    throw new AppError(OUTDATED, 409, error.message, { details: { score, scoredBy, updatedAt } })
  }
  if (error) throw error
  if (judged.entries.length > 0) await write(scope, judged.entries)
  return outcome
}

function outcomeOf(scope: TenantScope, { challengeId, studentId }: Cell, judged: Judged): SavedCell {
  const key = cellKey({ challengeId, studentId })
  const entry = judged.entries.find(({ cell }) => cellKey(cell) === key)
  const error = judged.refused.get(key)
  const { score = null, scoredBy = null, updatedAt = null } = entry ? {} : (judged.before.get(key) ?? {})
  return {
    challengeId,
    studentId,
    outcome: error === undefined ? 'saved' : error.code === OUTDATED ? 'outdated' : 'refused',
    reason: error?.message ?? null,
    ...(entry && entry.cell.score !== null
      ? { score: entry.cell.score, scoredBy: scope.actor.user?.name ?? null, updatedAt: entry.updatedAt }
      : { score, scoredBy, updatedAt }),
  }
}

/** Holds what the cells depend on, and decides which of them may be written. */
async function judge(scope: TenantScope, cells: readonly Cell[]): Promise<Judged> {
  const challengeIds = [...new Set(cells.map(({ challengeId }) => challengeId))]
  const studentIds = [...new Set(cells.map(({ studentId }) => studentId))]
  const viewer = viewerOf(scope)
  const challenges = await scope.rows(scorable({ viewer }), { ids: challengeIds, ...callerOf(scope) })
  const students = await scope.rows(scoredStudents, { ids: studentIds })
  const found = await scope.rows(present, { challengeIds, studentIds })
  const before = new Map(found.map((score) => [cellKey(score), score]))
  const byChallenge = new Map(challenges.map((challenge) => [challenge.id, challenge]))
  const names = new Map(students.map(({ id, name }) => [id, name]))
  const judged: Judged = { entries: [], refused: new Map(), before }
  for (const cell of cells) {
    const [challenge, studentName, was] = [
      byChallenge.get(cell.challengeId),
      names.get(cell.studentId),
      before.get(cellKey(cell)),
    ]
    if (!challenge || studentName === undefined) {
      judged.refused.set(cellKey(cell), notFound(challenge ? 'Student' : 'Challenge'))
      continue
    }
    const error = refusal(cell, challenge, was)
    if (error) judged.refused.set(cellKey(cell), error)
    else if (cell.score !== (was?.score ?? null)) {
      const updatedAt = nextVersion(scope.core.clock, was?.updatedAt ?? null)
      judged.entries.push({ cell, challenge, studentName, before: was, updatedAt })
    }
  }
  return judged
}

function refusal({ score, seen }: Cell, challenge: Scorable, was: Present | undefined): AppError | undefined {
  if (!challenge.mayScore) return forbidden('Another instructor leads the session of this challenge')
  if (!challenge.isActive) return conflict('score', 'This challenge is archived')
  if (score !== null && (score < 0 || score > challenge.maxScore)) {
    return invalidField('score', `Between 0 and ${challenge.maxScore}`)
  }
  if (score === (was?.score ?? null)) return undefined
  const isSeen = (seen === null ? 0 : Date.parse(seen)) === (was ? Date.parse(was.updatedAt) : 0)
  return isSeen ? undefined : new AppError(OUTDATED, 409, 'Somebody else changed this score in the meantime.')
}

async function write(scope: TenantScope, entries: readonly Entry[]): Promise<void> {
  const { id: by, name } = scope.actor.user ?? { id: null, name: null }
  const now = scope.core.clock.now()
  const cells = entries.map(({ cell, updatedAt }) => ({ ...cell, updatedAt }))
  await scope.rows(written, { cells: JSON.stringify(cells), by, name, now })
  await givePoints(scope, entries, now)
  await record(scope, {
    action: 'score.saved',
    category: 'system',
    description: described(entries),
    resource: 'challenge',
    ...(entries.length === 1 ? { resourceId: entries[0]?.challenge.id } : {}),
    metadata: {
      scores: entries.map(({ cell: { challengeId, studentId, score }, before }) => ({
        challengeId,
        studentId,
        before: before?.score ?? null,
        after: score,
      })),
    },
  })
  const first = entries.flatMap(
    ({ cell: { studentId, score }, challenge: { id, title, maxScore }, studentName, before }) =>
      before || score === null ? [] : [{ challengeId: id, title, maxScore, studentId, studentName, score }],
  )
  if (first.length > 0) await emit(scope, challengesScored, { scores: first })
}

async function givePoints(scope: TenantScope, entries: readonly Entry[], now: Date): Promise<void> {
  const sourceOf = ({ cell: { challengeId, studentId } }: Entry) =>
    ({ studentId, source: 'challenge', sourceId: challengeId }) as const
  await reversePoints(
    scope,
    entries.filter(({ before }) => before).map((entry) => sourceOf(entry)),
    'scored again',
  )
  await addPoints(
    scope,
    entries.map((entry) => ({
      ...sourceOf(entry),
      points: entry.cell.score ?? 0,
      reason: entry.challenge.title,
      sessionId: entry.challenge.sessionId,
      earnedAt: entry.before?.completedAt ?? now,
    })),
  )
}

function described(entries: readonly Entry[]): string {
  const [first] = entries
  const titles = [...new Set(entries.map(({ challenge }) => challenge.title))].join(', ')
  if (first && entries.length === 1) {
    const { cell, challenge, studentName } = first
    return cell.score === null
      ? `Took back the score of ${studentName} in ${titles}`
      : `Scored ${studentName} ${cell.score} of ${challenge.maxScore} in ${titles}`
  }
  return `Scored ${entries.length} times in ${titles}`.slice(0, 500)
}
