import { randomUUID } from 'node:crypto'
import type { PlatformScope } from '#core/server/core.ts'
import { computeResult } from '../competition/challenges/judging-contract.ts'
import { randomOf } from './random.ts'
import { hoursAgo, insert, type SeededOrganization, type SeededStudent } from './rows.ts'

const MAX_JUDGES = 3
/** Students scored by every judge, or not yet by all of them. */
const JUDGED_STUDENTS = 5
const PARTLY_JUDGED_STUDENTS = 3

const challenge = {
  title: 'Invention pitch',
  description: 'Show your invention and say in two minutes what it is for.',
  maxScore: 100,
  resultBy: 'trimmed-mean' as const,
  criteria: [
    { name: 'Idea', weight: 3 },
    { name: 'How it works', weight: 2 },
    { name: 'Telling it', weight: 1 },
  ],
}

/** Seeds a challenge that several judges are scoring; each has scored some students. */
export async function seedJudging(
  scope: PlatformScope,
  { id: tenantId, subdomain, instructors, staff }: SeededOrganization,
  students: readonly SeededStudent[],
): Promise<void> {
  const random = randomOf(`${subdomain} judging`)
  const challengeId = randomUUID()
  const judges = instructors.slice(0, MAX_JUDGES).map((judgeId, index) => ({
    id: randomUUID(),
    tenantId,
    challengeId,
    judgeId,
    judgeName: staff[index] ?? '',
  }))
  const createdAt = hoursAgo(scope, 50)
  await insert(scope, 'challenges', [
    { ...challenge, id: challengeId, tenantId, criteria: JSON.stringify(challenge.criteria), createdAt },
  ])
  await insert(scope, 'challengeJudges', judges)
  const sheets = students.slice(0, JUDGED_STUDENTS + PARTLY_JUDGED_STUDENTS).map((student, number) => ({
    student,
    isWhole: number < JUDGED_STUDENTS,
    at: hoursAgo(scope, 6 - number / 2),
    points: judges
      .slice(0, number < JUDGED_STUDENTS ? undefined : -1)
      .map(() => challenge.criteria.map(() => random.between(4, 10))),
  }))
  await insert(
    scope,
    'judgeScores',
    sheets.flatMap(({ student, points, at }) =>
      points.map((given, index) => ({
        tenantId,
        challengeId,
        challengeJudgeId: judges[index]?.id,
        studentId: student.id,
        points: JSON.stringify(given),
        createdAt: at,
        updatedAt: at,
      })),
    ),
  )
  await insert(
    scope,
    'scores',
    sheets
      .filter(({ isWhole, points }) => isWhole && points.length > 0)
      .map(({ student, points, at }) => ({
        tenantId,
        studentId: student.id,
        challengeId,
        score: computeResult(challenge, points),
        maxScore: challenge.maxScore,
        completedAt: at,
        updatedAt: at,
      })),
  )
}
