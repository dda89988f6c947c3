import { systemActor } from '#core/server/identity/actor.ts'
import type { Client, TestOrganization, TestPlatform } from '#core/testing/harness.ts'
import { addPoints } from '../base/points/server/points.ts'
import {
  buildAdoption,
  buildChallenge,
  buildMark,
  buildParticipant,
  buildProject,
  buildScore,
  buildSession,
  buildStudent,
} from './factories.ts'

const DAY_MS = 86_400_000

export interface ReportWorld {
  admin: Client
  instructor: Client
  ids: Record<'ada' | 'ben' | 'cleo' | 'own' | 'others' | 'long' | 'off' | 'project', string>
}

/**
 * Creates three students in two grades; sessions of two instructors, one before the last 90 days, and one that is canceled;
 * scores and points of each.
 */
export async function reportWorld(platform: TestPlatform, organization: TestOrganization): Promise<ReportWorld> {
  const [instructor, other] = [await organization.signIn('instructor'), await organization.user('instructor')]
  const now = platform.clock.now().getTime()
  const at = (days: number) => new Date(now + days * DAY_MS).toISOString()
  const student = async (firstName: string, grade: string) =>
    (await buildStudent(platform, organization, { firstName, grade })).id
  const [ada, ben, cleo] = [await student('Ada', '5'), await student('Ben', '6'), await student('Cleo', '5')]
  const { id: project } = await buildProject(platform, organization)
  const { id: tenantProjectId } = await buildAdoption(platform, organization, project)
  const session = async (
    name: string,
    days: number,
    instructorId: string | undefined,
    more: Parameters<typeof buildSession>[2] = {},
  ) => {
    const dates = { startDate: at(days), endDate: new Date(now + days * DAY_MS + 90 * 60_000).toISOString() }
    const given = { name, instructorId, status: 'completed', location: 'Lab', ...dates, ...more } as const
    return (await buildSession(platform, organization, given)).id
  }
  const own = await session('Robots', -3, instructor.user?.id)
  const others = await session('Rockets', -20, other.id, { tenantProjectId })
  const long = await session('Old times', -120, instructor.user?.id)
  const off = await session('Rained off', -5, instructor.user?.id, { status: 'cancelled' })
  for (const [sessionId, studentId, attendance] of [
    [own, ada, 'present'],
    [own, ben, 'late'],
    [own, cleo, 'absent'],
    [others, ada, 'present'],
    [others, ben, 'excused'],
    [long, ada, 'present'],
    [off, ben, null],
  ] as const) {
    await buildParticipant(platform, organization, { sessionId, studentId, attendance })
  }
  await buildParticipant(platform, organization, { sessionId: others, studentId: cleo, status: 'waitlisted' })
  // Ben arrived half an hour late; Ada stayed after the session, which does not count.
  const later = (minutes: number) => new Date(now - 3 * DAY_MS + minutes * 60_000).toISOString()
  const ofBen = { sessionId: own, studentId: ben, mark: 'late', arrivedAt: later(30) } as const
  await buildMark(platform, organization, ofBen)
  const ofAda = { sessionId: own, studentId: ada, arrivedAt: later(-10), leftAt: later(120) }
  await buildMark(platform, organization, ofAda)
  const scored = async (
    sessionId: string | null,
    days: number,
    reached: Record<string, number>,
    more: { tenantProjectId?: string } = {},
  ) => {
    const challenge = { title: `Maze of ${days} days`, sessionId, ...more }
    const { id: challengeId } = await buildChallenge(platform, organization, challenge)
    const earnedAt = at(days)
    for (const [studentId, score] of Object.entries(reached)) {
      const given = { studentId, challengeId, sessionId, score, maxScore: 20, completedAt: earnedAt, ...more }
      await buildScore(platform, organization, given)
      const points = { studentId, points: score, sourceId: challengeId, sessionId, earnedAt }
      await platform.core.db.tenant(organization.id, systemActor, (scope) =>
        addPoints(scope, [{ ...points, source: 'challenge', reason: 'Maze' }]),
      )
    }
  }
  await scored(own, -3, { [ada]: 17, [ben]: 9 })
  await scored(others, -20, { [ada]: 20 })
  await scored(null, -10, { [cleo]: 12 }, { tenantProjectId })
  await scored(long, -120, { [ada]: 8 })
  const ids = { ada, ben, cleo, own, others, long, off, project }
  return { admin: await organization.signIn('tenant_admin'), instructor, ids }
}
