import { z } from 'zod'
import { record, referTo } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf } from '#core/server/database/row-policy.ts'
import { statement } from '#core/server/database/statement.ts'
import { conflict, forbidden, invalidField, notFound } from '#core/server/errors.ts'
import { nextVersion, refuseOutdated } from '#core/server/versions.ts'
import { requireStudent } from '../../../base/families/server/children.ts'
import { criterion, computeResult, judgedStudent, judgeSheet, resultKind } from '../judging-contract.ts'
import type { JudgedStudent, JudgeSheet, Judging } from '../judging-contract.ts'
import { getChallenge } from './challenges.ts'
import { saveResults, missingJudges } from './judging-results.ts'
import { listGridStudents } from './score-grid.ts'
import { lockScoredStudents } from './write-scores.ts'

const ownSheet = `left join challenge_judges o on o.tenant_id = s.tenant_id and o.challenge_id = $challengeId
    and o.judge_id = $caller
  left join judge_scores w on w.tenant_id = s.tenant_id and w.challenge_judge_id = o.id and w.student_id = s.id`

const selectJudgedStudents = statement(
  judgedStudent,
  `select s.id, s.first_name as "firstName", s.last_name as "lastName", s.grade,
      (select count(*)::int from judge_scores g
        where g.tenant_id = s.tenant_id and g.challenge_id = $challengeId and g.student_id = s.id) as given,
      (select coalesce(jsonb_agg(m.judge_name order by m.judge_name, m.id), '[]') ${missingJudges}) as missing,
      w.points as own, w.updated_at as "ownUpdatedAt",
      (select r.score from scores r where r.challenge_id = $challengeId and r.student_id = s.id) as result
    from students s ${ownSheet} where s.id = any($studentIds::uuid[]) order by s.last_name, s.first_name, s.id`,
)

interface JudgingQuery {
  search?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

/** Reads a challenge's judges and students, without other judges' points. @throws not-found */
export async function getJudging(scope: TenantScope, challengeId: string, query: JudgingQuery): Promise<Judging> {
  const { sessionId, projectId, ...challenge } = await getChallenge(scope, challengeId)
  const of = sessionId ? { sessionId } : projectId ? { projectId } : { challenges: [challengeId] }
  const { students, total } = await listGridStudents(scope, { ...of, ...query }, [challengeId])
  const studentIds = students.map((student) => student.id)
  return {
    ...challenge,
    isJudge: challenge.judges.some((one) => one.id === scope.actor.user?.id),
    students: await scope.lastRows(selectJudgedStudents, { challengeId, studentIds, ...callerOf(scope) }),
    totalStudents: total,
  }
}

const selectJudgeSheets = statement(
  judgeSheet.omit({ score: true }),
  `select j.judge_name as judge, coalesce(j.judge_id = $caller, false) as "isOwn", w.points
    from students s join judge_scores w on w.tenant_id = s.tenant_id and w.student_id = s.id
      and w.challenge_id = $challengeId
    join challenge_judges j on j.tenant_id = w.tenant_id and j.id = w.challenge_judge_id
    where s.id = $studentId and (j.judge_id = $caller or ($mayCompare::boolean and not exists (select ${missingJudges})))
    order by j.judge_name, j.id`,
)

/** Lists the judges' sheets of a student; those of others once all have scored, for judges and admins. @throws not-found */
export async function listJudgeSheets(
  scope: TenantScope,
  challengeId: string,
  studentId: string,
): Promise<JudgeSheet[]> {
  const challenge = await getChallenge(scope, challengeId)
  await requireStudent(scope, studentId)
  const { id, role } = scope.actor.user ?? {}
  const mayCompare = role !== 'instructor' || challenge.judges.some((one) => one.id === id)
  const found = await scope.lastRows(selectJudgeSheets, { challengeId, studentId, mayCompare, ...callerOf(scope) })
  return found.map((sheet) => ({ ...sheet, score: computeResult(challenge, [sheet.points]) }))
}

// A shared lock: the challenge and its judges stay unchanged, and judges do not wait for each other.
const lockChallenge = statement('select from challenges where id = $challengeId for share')

const selectJudgedChallenge = statement(
  z.object({
    id: z.uuid(),
    title: z.string(),
    maxScore: z.number(),
    sessionId: z.uuid().nullable(),
    isActive: z.boolean(),
    criteria: z.array(criterion),
    resultBy: resultKind,
    judgeRow: z.uuid().nullable(),
  }),
  `select c.id, c.title, c.max_score as "maxScore", c.session_id as "sessionId", c.is_active as "isActive", c.criteria,
      c.result_by as "resultBy", (select j.id from challenge_judges j
        where j.tenant_id = c.tenant_id and j.challenge_id = c.id and j.judge_id = $caller) as "judgeRow"
    from challenges c where c.id = $challengeId`,
)

const upsertJudgeScore = statement(
  `insert into judge_scores (challenge_id, challenge_judge_id, student_id, points, created_at, updated_at)
    values ($challengeId, $judgeRow, $studentId, $points::jsonb, $now, $updatedAt)
    on conflict (tenant_id, challenge_judge_id, student_id)
      do update set points = excluded.points, updated_at = excluded.updated_at`,
)

const deleteJudgeScore = statement(
  'delete from judge_scores where challenge_judge_id = $judgeRow and student_id = $studentId',
)

interface Judgement {
  challengeId: string
  studentId: string
  points: readonly number[] | null
  seen: string | null
}

/**
 * Saves the caller's points for a student, and the result once all judges have scored. The audit log omits the points: judges
 * who are admins read it.
 * @throws not-found, forbidden unless the caller is a judge, invalid or conflict at `points`, outdated (409)
 */
export async function saveJudgeSheet(
  scope: TenantScope,
  { challengeId, studentId, points, seen }: Judgement,
): Promise<JudgedStudent> {
  // Locks before it reads: a statement that waits for a lock does not see that a judge was removed meanwhile.
  await scope.rows(lockChallenge, { challengeId })
  const [challenge] = await scope.rows(selectJudgedChallenge, { challengeId, ...callerOf(scope) })
  if (!challenge) throw notFound('Challenge')
  const { judgeRow, title, criteria } = challenge
  const [student] = await scope.rows(lockScoredStudents, { ids: [studentId] })
  if (!student) throw notFound('Student')
  if (judgeRow === null) throw forbidden('You are not a judge of this challenge')
  if (!challenge.isActive) throw conflict('points', 'This challenge is archived')
  if (points && points.length !== criteria.length) throw invalidField('points', 'Give points for each of the criteria')
  const before = await stateOf(scope, challengeId, studentId)
  if (JSON.stringify(before.own) === JSON.stringify(points)) return before
  refuseOutdated('these points', before.ownUpdatedAt, seen)
  const now = scope.core.clock.now()
  const updatedAt = nextVersion(scope.core.clock, before.ownUpdatedAt)
  const sheet = { challengeId, judgeRow, studentId, points: JSON.stringify(points), now, updatedAt }
  await (points ? scope.rows(upsertJudgeScore, sheet) : scope.rows(deleteJudgeScore, { judgeRow, studentId }))
  await saveResults(scope, challenge, [studentId])
  const after = await stateOf(scope, challengeId, studentId)
  await record(scope, {
    action: 'score.judged',
    category: 'system',
    description: `${points ? 'Judged' : 'Took back what they gave'} ${referTo('student', studentId)} in ${title}`,
    resource: 'challenge',
    resourceId: challengeId,
    metadata: { studentId, given: after.given, missing: after.missing.length },
  })
  return after
}

async function stateOf(scope: TenantScope, challengeId: string, studentId: string): Promise<JudgedStudent> {
  const asked = { challengeId, studentIds: [studentId], ...callerOf(scope) }
  const [found] = await scope.rows(selectJudgedStudents, asked)
  if (!found) throw notFound('Student')
  return found
}
