import { randomUUID } from 'node:crypto'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { seedConsents } from './consents.ts'
import { seedFamilies } from './families.ts'
import { seedPoints } from './points.ts'
import { seedCatalog, seedProjects } from './projects.ts'
import { hoursAgo, insert, seededOrganization } from './rows.ts'
import type { SeededOrganization, SeededStudent } from './rows.ts'
import { randomOf, type Random } from './random.ts'
import { seedSessions, type SeededSession } from './sessions.ts'
import { programs, remarks } from './words.ts'

/** Families with their consents, sessions, challenges and scores for every organization that is open; the same each time for a given day. */
export async function seedPrograms(scope: PlatformScope): Promise<void> {
  await seedCatalog(scope)
  for (const organization of await scope.rows(openOrganizations, { now: scope.core.clock.now() })) {
    const random = randomOf(organization.subdomain)
    const students = await seedFamilies(scope, organization, random)
    await seedConsents(scope, organization, students, random)
    const sessions = await seedSessions(scope, organization, students, random)
    await seedChallenges(scope, organization, students, sessions, random)
    await seedProjects(scope, organization, random)
    await insert(
      scope,
      'organizationActivity',
      students.slice(-3).map(({ id, name }, index) => ({
        tenantId: organization.id,
        kind: 'student-added',
        summary: `${name} joined`,
        actorName: organization.staff.at(-1) ?? null,
        studentId: id,
        occurredAt: hoursAgo(scope, 20 + index * 31),
      })),
    )
    await seedPoints(scope, organization)
  }
}

const peopleOf = (role: 'parent' | 'student') =>
  `coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name)
    order by u.created_at, u.id) filter (where u.role = '${role}' and u.is_active), '[]')`

const openOrganizations = statement(
  seededOrganization,
  `select t.id, t.subdomain, t.time_zone as "timeZone",
      to_char($now::timestamptz at time zone t.time_zone, 'YYYY-MM-DD"T"HH24:MI') as today,
      coalesce(array_agg(u.id::text order by u.role, u.created_at, u.id)
        filter (where u.role in ('instructor', 'tenant_admin') and u.is_active), '{}') as instructors,
      coalesce(array_agg(u.first_name || ' ' || u.last_name order by u.role, u.created_at, u.id)
        filter (where u.role in ('instructor', 'tenant_admin') and u.is_active), '{}') as staff,
      ${peopleOf('parent')} as parents, ${peopleOf('student')} as pupils
    from tenants t left join users u on u.tenant_id = t.id
    where t.status in ('active', 'trial') and not exists (select from sessions s where s.tenant_id = t.id)
    group by t.id order by t.created_at, t.id`,
)

async function seedChallenges(
  scope: PlatformScope,
  organization: SeededOrganization,
  students: SeededStudent[],
  sessions: SeededSession[],
  random: Random,
): Promise<void> {
  const titles = random.shuffled(programs.flatMap((program) => program.challenges.map((title) => ({ title, program }))))
  const challenges = titles.slice(0, random.between(5, 12)).map(({ title, program }, index) => ({
    id: randomUUID(),
    tenantId: organization.id,
    sessionId: sessions.find(({ name }) => name === program.name)?.id ?? null,
    title,
    description: `Part of ${program.name}.`,
    maxScore: random.one([50, 100, 100, 100]),
    difficultyLevel: random.one(['beginner', 'beginner', 'intermediate', 'advanced']),
    timeLimit: random.one([null, 30, 45, 60]),
    isActive: index < 3 || random.chance(0.7),
    createdAt: hoursAgo(scope, 30 + index * 76),
  }))
  await insert(scope, 'challenges', challenges)

  const activity: object[] = challenges.slice(0, 2).map(({ title, createdAt }) => ({
    tenantId: organization.id,
    kind: 'challenge-created',
    summary: `The challenge ${title} was added`,
    actorName: organization.staff[0] ?? null,
    occurredAt: createdAt,
  }))
  const scores = challenges.flatMap((challenge, number) => {
    const difficulty = 0.62 + random.fraction() * 0.2
    return students
      .filter(() => random.chance(0.6))
      .map((student, index) => {
        const share = Math.min(1, Math.max(0.2, difficulty + (random.fraction() + random.fraction() - 1) * 0.35))
        const score = Math.round(challenge.maxScore * share)
        const completedAt = hoursAgo(scope, 3 + number * 52 + random.between(0, 140))
        if (number < 2 && index < 3) {
          activity.push({
            tenantId: organization.id,
            kind: 'challenge-scored',
            summary: `${student.name} scored ${score} of ${challenge.maxScore} in ${challenge.title}`,
            actorName: organization.staff[0] ?? null,
            studentId: student.id,
            occurredAt: completedAt,
          })
        }
        return {
          tenantId: organization.id,
          studentId: student.id,
          challengeId: challenge.id,
          sessionId: challenge.sessionId,
          score,
          maxScore: challenge.maxScore,
          completedAt,
          feedback: random.chance(0.2) ? random.one(remarks) : '',
        }
      })
  })
  await insert(scope, 'scores', scores)
  await insert(scope, 'organizationActivity', activity)
}
