import { expect } from 'vitest'
import type { Role } from '#core/contract/roles.ts'
import type { TenantScope } from '#core/server/core.ts'
import type { AppError } from '#core/server/errors.ts'
import { systemActor, type Actor } from '#core/server/identity/actor.ts'
import { pluginTest, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import { getSession, listSessions } from '../../../scheduling/sessions/server/sessions.ts'
import { buildChallenge, buildParticipant, buildScore, buildSession, buildStudent } from '../../../testing/factories.ts'
import { listActivity, noteActivity } from './activity.ts'
import { getDashboardPanels } from './dashboards.ts'
import { getDashboardFigures } from './figures.ts'

const test = pluginTest([tenantApp])

/** Two children of two families, each in a session of its own; the first waits in the second's and has signed off. */
async function makeFamilies(platform: TestPlatform, organization: TestOrganization) {
  const [parent, student] = [await organization.user('parent'), await organization.user('student')]
  const other = await organization.user('parent')
  const note = (activity: Parameters<typeof noteActivity>[1]) =>
    platform.core.db.tenant(organization.id, systemActor, (scope) => noteActivity(scope, activity))
  const child = async (firstName: string, parentId: string, userId?: string) => {
    const { id } = await buildStudent(platform, organization, { firstName, userId, guardians: [parentId] })
    await note({ kind: 'student-added', summary: `${firstName} joined`, studentId: id })
    return id
  }
  const [ada, ben] = [await child('Ada', parent.id, student.id), await child('Ben', other.id)]
  const session = async (name: string, studentId: string, hour: number) => {
    const startDate = `2027-03-01T${hour}:00:00Z`
    const { id: sessionId } = await buildSession(platform, organization, { name, startDate })
    await buildParticipant(platform, organization, { sessionId, studentId })
    const { id: challengeId } = await buildChallenge(platform, organization, { sessionId })
    const score = studentId === ada ? 100 : 50
    await buildScore(platform, organization, { studentId, challengeId, score, maxScore: 100 })
    await note({ kind: 'session-created', summary: `${name} was scheduled`, sessionId })
    return sessionId
  }
  await session('Robots', ada, 10)
  const bridges = await session('Bridges', ben, 12)
  await buildParticipant(platform, organization, { sessionId: bridges, studentId: ada, status: 'cancelled' })
  return { parent, student }
}

type Viewer = Role | 'the platform itself' | 'no one signed in'

interface Seen {
  sessions: string[]
  students: number
  activity: number
  /** Per cent. */
  score: number
}

const everything: Seen = { sessions: ['Bridges', 'Robots'], students: 2, activity: 4, score: 75 }
const ofAda: Seen = { sessions: ['Robots'], students: 1, activity: 2, score: 100 }
const nothing: Seen = { sessions: [], students: 0, activity: 0, score: 0 }

const table: [Viewer, Seen][] = [
  ['superadmin', everything],
  ['tenant_admin', everything],
  ['instructor', everything],
  ['parent', ofAda],
  ['student', ofAda],
  ['the platform itself', everything],
  ['no one signed in', nothing],
]

test('lists, figures, panels and activity show each role the rows that it may see, and a single answer no other', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const { parent, student } = await makeFamilies(platform, organization)
  const actorOf = async (viewer: Viewer): Promise<Actor> => {
    if (viewer === 'the platform itself') return systemActor
    if (viewer === 'no one signed in') return { ...systemActor, ipAddress: '127.0.0.1' }
    const given = { parent, student, superadmin: undefined, tenant_admin: undefined, instructor: undefined }[viewer]
    const user = given ?? (await organization.user(viewer === 'superadmin' ? 'tenant_admin' : viewer))
    return {
      ...systemActor,
      ipAddress: '127.0.0.1',
      user: { ...user, role: viewer, name: 'Ada Lovelace', tenantId: organization.id },
    }
  }
  const inOrganization = async <T>(viewer: Viewer, work: (scope: TenantScope) => Promise<T>) =>
    platform.core.db.tenant(organization.id, await actorOf(viewer), work)
  const all = await inOrganization('tenant_admin', (scope) => listSessions(scope, {}))

  for (const [viewer, { sessions, students, activity, score }] of table) {
    const listed = await inOrganization(viewer, (scope) => listSessions(scope, {}))
    const seen = await inOrganization(viewer, async (scope) => ({
      listed: listed.rows.map(({ name }) => name),
      figures: await getDashboardFigures(scope),
      panels: await getDashboardPanels(scope),
      activity: (await listActivity(scope, {})).rows.length,
    }))
    const figures = {
      totalSessions: sessions.length,
      activeChallenges: sessions.length,
      totalStudents: students,
      avgScore: score,
    }
    expect({ viewer, ...seen }).toMatchObject({ viewer, listed: sessions, figures, activity })
    expect(seen.panels.nextSessions.map(({ name }) => name)).toEqual(sessions.toReversed())
    expect(seen.panels.activeChallenges).toHaveLength(sessions.length)
    const single = await Promise.all(
      all.rows.map(({ id }) =>
        inOrganization(viewer, (scope) => getSession(scope, id)).then(
          ({ name }) => name,
          (error: AppError) => error.code,
        ),
      ),
    )
    expect(single).toEqual(all.rows.map(({ name }) => (sessions.includes(name) ? name : 'not-found')))
  }
})
