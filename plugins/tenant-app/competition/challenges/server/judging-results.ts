import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { nextVersion } from '#core/server/versions.ts'
import { computeResult, type Criterion, type ResultKind } from '../judging-contract.ts'
import { selectScores, writeScores, type Entry } from './write-scores.ts'

/** Fields of a challenge with judges that its results depend on. */
export interface JudgedChallenge {
  id: string
  title: string
  maxScore: number
  sessionId: string | null
  criteria: readonly Criterion[]
  resultBy: ResultKind
}

/** Judges `m` of challenge `$challengeId` who have not scored student `s` yet. */
export const missingJudges = `from challenge_judges m where m.tenant_id = s.tenant_id and m.challenge_id = $challengeId
  and m.judge_id is not null and not exists (select from judge_scores w where w.tenant_id = m.tenant_id
    and w.challenge_judge_id = m.id and w.student_id = s.id)`

/**
 * `judge_scores.points` for exports: null until every judge has scored the student, since a judge who is an admin may request
 * an export.
 */
export const pointsOnceAllHave = `case when not exists (select from challenge_judges m where m.tenant_id = judge_scores.tenant_id
  and m.challenge_id = judge_scores.challenge_id and m.judge_id is not null and not exists (select from judge_scores w
    where w.tenant_id = m.tenant_id and w.challenge_judge_id = m.id and w.student_id = judge_scores.student_id))
  then judge_scores.points end`

const selectStudentSheets = statement(
  z.object({
    studentId: z.uuid(),
    studentName: z.string(),
    sheets: z.array(z.array(z.number())),
    missing: z.number(),
  }),
  `select s.id as "studentId", s.first_name || ' ' || s.last_name as "studentName",
      (select coalesce(jsonb_agg(w.points), '[]') from judge_scores w
        where w.tenant_id = s.tenant_id and w.challenge_id = $challengeId and w.student_id = s.id) as sheets,
      (select count(*)::int ${missingJudges}) as missing
    from students s where s.id = any($studentIds::uuid[]) order by s.id`,
)

/**
 * Recomputes students' scores from their judges' points: a result exists once every judge has scored and is removed when one is
 * missing, so that no one can infer the others' points. The caller has locked the students.
 */
export async function saveResults(
  scope: TenantScope,
  challenge: JudgedChallenge,
  studentIds: readonly string[],
): Promise<void> {
  const challengeId = challenge.id
  const found = await scope.rows(selectStudentSheets, { challengeId, studentIds })
  const present = await scope.rows(selectScores, { challengeIds: [challengeId], studentIds })
  const before = new Map(present.map((score) => [score.studentId, score]))
  const entries = found.flatMap(({ studentId, studentName, sheets, missing }): Entry[] => {
    const score = missing > 0 || sheets.length === 0 ? null : computeResult(challenge, sheets)
    const was = before.get(studentId)
    if (score === (was?.score ?? null)) return []
    const updatedAt = nextVersion(scope.core.clock, was?.updatedAt ?? null)
    return [{ cell: { challengeId, studentId, score }, challenge, studentName, before: was, updatedAt }]
  })
  await writeScores(scope, entries, 'judges')
}
