import type { TenantScope } from '#core/server/core.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import type { Client, TestOrganization, TestPlatform } from '#core/testing/harness.ts'
import { addPoints } from '../points/server/points.ts'

const DAY = 86_400_000

async function add(scope: TenantScope, table: string, row: object): Promise<string> {
  const [added] = await scope.trx(table).insert(row, ['id'])
  return (added as { id: string }).id
}

export interface ReportWorld {
  admin: Client
  instructor: Client
  ids: Record<'ada' | 'ben' | 'cleo' | 'own' | 'others' | 'long' | 'off' | 'project', string>
}

/**
 * Three students of two grades; sessions of an instructor and of another one, one before the last 90 days, and one that
 * is cancelled; scores and points of each.
 */
export async function reportWorld(platform: TestPlatform, organization: TestOrganization): Promise<ReportWorld> {
  const [instructor, other] = [await organization.signIn('instructor'), await organization.user('instructor')]
  const now = platform.clock.now().getTime()
  const at = (days: number) => new Date(now + days * DAY).toISOString()
  const ids = await platform.core.db.tenant(organization.id, systemActor, async (scope) => {
    const student = (firstName: string, grade: string) => add(scope, 'students', { firstName, lastName: 'King', grade })
    const [ada, ben, cleo] = [await student('Ada', '5'), await student('Ben', '6'), await student('Cleo', '5')]
    const projectId = await add(scope, 'projects', { title: 'Bridges' })
    const project = await add(scope, 'tenantProjects', { projectId })
    const session = (name: string, days: number, instructorId: string | undefined, more: object = {}) =>
      add(scope, 'sessions', {
        name,
        instructorId,
        startDate: at(days),
        endDate: new Date(now + days * DAY + 90 * 60_000).toISOString(),
        status: 'completed',
        location: 'Lab',
        ...more,
      })
    const own = await session('Robots', -3, instructor.user?.id)
    const others = await session('Rockets', -20, other.id, { tenantProjectId: project })
    const long = await session('Old times', -120, instructor.user?.id)
    const off = await session('Rained off', -5, instructor.user?.id, { status: 'cancelled' })
    const place = (sessionId: string, studentId: string, attendance: string | null, more: object = {}) =>
      add(scope, 'sessionParticipants', {
        sessionId,
        studentId,
        attendance,
        attendanceNumber: attendance ? 1 : 0,
        ...more,
      })
    await place(own, ada, 'present')
    await place(own, ben, 'late')
    await place(own, cleo, 'absent')
    await place(others, ada, 'present')
    await place(others, ben, 'excused')
    await place(others, cleo, null, { status: 'waitlisted', waitingPlace: 1 })
    await place(long, ada, 'present')
    await place(off, ben, null)
    // Ben came half an hour late; Ada stayed after the session, which is none of it.
    const mark = (studentId: string, kind: string, minutes: object) =>
      add(scope, 'attendanceMarks', { sessionId: own, studentId, number: 1, mark: kind, source: 'roster', ...minutes })
    const later = (minutes: number) => new Date(now - 3 * DAY + minutes * 60_000).toISOString()
    await mark(ben, 'late', { arrivedAt: later(30) })
    await mark(ada, 'present', { arrivedAt: later(-10), leftAt: later(120) })
    const scored = async (
      sessionId: string | null,
      days: number,
      reached: Record<string, number>,
      more: object = {},
    ) => {
      const challengeId = await add(scope, 'challenges', { title: `Maze of ${days} days`, sessionId, ...more })
      for (const [studentId, score] of Object.entries(reached)) {
        await add(scope, 'scores', {
          studentId,
          challengeId,
          sessionId,
          score,
          maxScore: 20,
          completedAt: at(days),
          ...more,
        })
        await addPoints(scope, [
          {
            studentId,
            points: score,
            source: 'challenge',
            sourceId: challengeId,
            reason: 'Maze',
            sessionId,
            earnedAt: at(days),
          },
        ])
      }
    }
    await scored(own, -3, { [ada]: 17, [ben]: 9 })
    await scored(others, -20, { [ada]: 20 })
    await scored(null, -10, { [cleo]: 12 }, { tenantProjectId: project })
    await scored(long, -120, { [ada]: 8 })
    return { ada, ben, cleo, own, others, long, off, project: projectId }
  })
  return { admin: await organization.signIn('tenant_admin'), instructor, ids }
}
