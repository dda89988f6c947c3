import { z } from 'zod'
import { record, referTo } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { emit } from '#core/server/events/events.ts'
import { addPoints, reversePoints } from '../../../base/points/server/points.ts'
import type { Cell } from '../score-contract.ts'
import { challengesScored } from './events.ts'

// Locks in the order of ids, as points are added, so that two users who score the same students cannot deadlock.
export const lockScoredStudents = statement(
  z.object({ id: z.uuid(), name: z.string() }),
  `select id, first_name || ' ' || last_name as name from students where id = any($ids::uuid[])
    order by id for no key update`,
)

export const selectScores = statement(
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
export type Present = z.output<(typeof selectScores)['row']>

const upsertScores = statement(
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

/** A cell that may be written, with the data for it. */
export interface Entry {
  cell: Pick<Cell, 'challengeId' | 'studentId' | 'score'>
  challenge: { id: string; title: string; maxScore: number; sessionId: string | null }
  studentName: string
  before: Present | undefined
  updatedAt: string
}

/** Maximum number of scores named by one audit entry. */
const MAX_NAMED_SCORES = 200

/**
 * Writes scores and their points; the caller has locked the students. A changed score is reversed and given anew, for the time
 * of the first score.
 * @param by the caller who scored; null for a result of several judges
 */
export async function writeScores(
  scope: TenantScope,
  entries: readonly Entry[],
  by: 'caller' | 'judges' = 'caller',
): Promise<void> {
  if (entries.length === 0) return
  const { id, name } = (by === 'caller' && scope.actor.user) || { id: null, name: null }
  const now = scope.core.clock.now()
  const cells = entries.map(({ cell, updatedAt }) => ({ ...cell, updatedAt }))
  await scope.rows(upsertScores, { cells: JSON.stringify(cells), by: id, name, now })
  await givePoints(scope, entries, now)
  await record(scope, {
    action: 'score.saved',
    category: 'system',
    description: describeScores(entries),
    resource: 'challenge',
    ...(entries.length === 1 ? { resourceId: entries[0]?.challenge.id } : {}),
    metadata: {
      scores: entries.slice(0, MAX_NAMED_SCORES).map(({ cell: { challengeId, studentId, score }, before }) => ({
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

function describeScores(entries: readonly Entry[]): string {
  const [first] = entries
  const titles = [...new Set(entries.map(({ challenge }) => challenge.title))].join(', ')
  if (first && entries.length === 1) {
    const { cell, challenge } = first
    const student = referTo('student', cell.studentId)
    return cell.score === null
      ? `Took back the score of ${student} in ${titles}`
      : `Scored ${student} ${cell.score} of ${challenge.maxScore} in ${titles}`
  }
  return `Scored ${entries.length} times in ${titles}`.slice(0, 500)
}
