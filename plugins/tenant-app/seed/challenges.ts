import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import type { Random } from './random.ts'
import { hoursAgo, insert } from './rows.ts'
import type { SeededOrganization, SeededStudent } from './rows.ts'
import type { SeededSession } from './sessions.ts'
import { programs, remarks } from './words.ts'

interface SeededChallenge {
  id: string
  sessionId: string | null
  title: string
  maxScore: number
  createdAt: string
}

const selectAttended = statement(
  z.object({ sessionId: z.uuid(), studentId: z.uuid(), end: z.string() }),
  `select p.session_id as "sessionId", p.student_id as "studentId", x.end_date as end
    from session_participants p join sessions x on x.tenant_id = p.tenant_id and x.id = p.session_id
    where p.tenant_id = $tenantId and p.attendance in ('present', 'late')`,
)

/** Seeds challenges of programs, some in a past session, with scores of its participants. */
export async function seedChallenges(
  scope: PlatformScope,
  organization: SeededOrganization,
  students: SeededStudent[],
  sessions: SeededSession[],
  random: Random,
): Promise<void> {
  const titles = random.shuffled(programs.flatMap((program) => program.challenges.map((title) => ({ title, program }))))
  const challenges = titles.slice(0, random.between(6, 12)).map(({ title, program }, index) => ({
    id: randomUUID(),
    tenantId: organization.id,
    sessionId: sessions.find(({ name, status }) => name === program.name && status === 'completed')?.id ?? null,
    title,
    description: `Part of ${program.name}.`,
    maxScore: random.one([50, 100, 100, 100]),
    difficultyLevel: random.one(['beginner', 'beginner', 'intermediate', 'advanced']),
    timeLimit: random.one([null, 30, 45, 60]),
    isActive: index < 3 || random.chance(0.7),
    createdAt: hoursAgo(scope, 30 + index * 76),
  }))
  await insert(scope, 'challenges', challenges)
  await insert(
    scope,
    'organizationActivity',
    challenges.slice(0, 2).map(({ title, createdAt }) => ({
      tenantId: organization.id,
      kind: 'challenge-created',
      summary: `The challenge ${title} was added`,
      actorName: organization.staff[0] ?? null,
      occurredAt: createdAt,
    })),
  )
  await seedScores(scope, organization, students, challenges, random)
}

async function seedScores(
  scope: PlatformScope,
  { id: tenantId, staff, age }: SeededOrganization,
  students: SeededStudent[],
  challenges: readonly SeededChallenge[],
  random: Random,
): Promise<void> {
  const there = Map.groupBy(await scope.rows(selectAttended, { tenantId }), ({ sessionId }) => sessionId)
  const scoredByName = staff[0] ?? null
  // No scores predate the organization; one created today gets them all the same, for a demo.
  const hoursSince = age * 24
  const scored = challenges.flatMap((challenge, number) => {
    const { id: challengeId, sessionId, maxScore } = challenge
    const difficulty = 0.62 + random.fraction() * 0.2
    const present = sessionId === null ? undefined : (there.get(sessionId) ?? [])
    return students
      .filter(({ id }) => (present ? present.some(({ studentId }) => studentId === id) : random.chance(0.6)))
      .map((student) => {
        const share = Math.min(1, Math.max(0.2, difficulty + (random.fraction() + random.fraction() - 1) * 0.35))
        const hours = 3 + number * 52 + random.between(0, 140)
        const completedAt = present?.[0]?.end ?? hoursAgo(scope, hoursSince ? hours % hoursSince : hours)
        const score = {
          tenantId,
          studentId: student.id,
          challengeId,
          sessionId,
          score: Math.round(maxScore * share),
          maxScore,
          completedAt,
          updatedAt: completedAt,
          scoredByName,
          feedback: random.chance(0.2) ? random.one(remarks) : '',
        }
        return { score, student, challenge }
      })
  })
  await insert(
    scope,
    'scores',
    scored.map(({ score }) => score),
  )
  await insert(
    scope,
    'organizationActivity',
    scored.slice(0, 6).map(({ score, student, challenge }) => ({
      tenantId,
      kind: 'challenge-scored',
      summary: `${student.name} scored ${score.score} of ${score.maxScore} in ${challenge.title}`,
      actorName: scoredByName,
      studentId: student.id,
      occurredAt: score.completedAt,
    })),
  )
}
