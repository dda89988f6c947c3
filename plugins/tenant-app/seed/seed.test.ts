import { expect } from 'vitest'
import { pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { listConsentingStudents } from '../care/consents/server/has-consent.ts'
import type { Project } from '../base/projects/contract.ts'
import { tenantApp } from '../plugin.ts'
import { seedPrograms } from './seed.ts'

const test = pluginTest([tenantApp])

// The subdomain seeds random data, so that tests with expectations use a fixed one.

/** Moves to noon of the next Thursday in New York: the demo's camp, which is under way, meets on weekdays alone. */
function moveToThursday({ clock }: Pick<TestPlatform, 'clock'>): void {
  const now = clock.now()
  const noon = new Date(now)
  noon.setUTCHours(17, 0, 0, 0)
  noon.setUTCDate(noon.getUTCDate() + ((11 - noon.getUTCDay()) % 7 || 7))
  clock.forward(noon.getTime() - now.getTime())
}

test('demo data fills every open organization once, and satisfies the platform’s own rules', async ({ platform }) => {
  moveToThursday(platform)
  const organization = await platform.organization({ subdomain: 'demowhole' })
  const closed = await platform.organization({ status: 'suspended' })
  const admin = await organization.signIn('tenant_admin')
  const parent = await organization.signIn('parent')
  await organization.user('instructor')

  const seed = () => platform.core.db.platform(systemActor, seedPrograms)
  await seed()
  const stats = (await admin.get('/api/tenant/dashboard/stats')).body
  await seed()
  expect((await admin.get('/api/tenant/dashboard/stats')).body).toEqual(stats)
  expect(stats.totalSessions).toBeGreaterThanOrEqual(6)
  expect(stats.totalStudents).toBeGreaterThanOrEqual(15)
  expect(stats.activeChallenges).toBeGreaterThanOrEqual(3)
  expect(stats.avgScore).toBeGreaterThan(40)
  const projects = (await admin.get('/api/projects')).body as Project[]
  expect(projects.filter(({ isGlobal }) => isGlobal).length).toBeGreaterThanOrEqual(10)
  expect(projects.filter(({ isGlobal }) => !isGlobal).length).toBeGreaterThan(0)
  expect(projects.some(({ adoption }) => (adoption?.assignedToSessions ?? 0) > 0)).toBe(true)
  expect((await admin.get('/api/tenant/stats')).body).toMatchObject({ activeSessions: 1 })
  expect((await admin.get('/api/tenant/activity')).body.length).toBeGreaterThan(5)
  const { body: board } = await admin.get('/api/leaderboard')
  expect(board.length).toBeGreaterThan(8)
  expect(board.some((entry: { recentActivity: boolean }) => entry.recentActivity)).toBe(true)
  expect((await parent.get('/api/leaderboard/view')).body).toMatchObject({ isShown: true })
  const attention = (await admin.get('/api/tenant/dashboard/attention')).body as { kind: string }[]
  expect(attention.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['attendance', 'waiting', 'consent']))
  const library = (await admin.get('/api/media')).body as { fileUrl: string; isWithheld: boolean; isPublic: boolean }[]
  expect(library.length).toBeGreaterThan(6)
  expect(library.some(({ isWithheld }) => isWithheld)).toBe(true)
  const shown = (await parent.get('/api/media/shared')).body as { fileUrl: string }[]
  expect(shown.length).toBeGreaterThan(0)
  expect((await parent.get(shown[0]?.fileUrl ?? '')).status).toBe(200)
  expect((await admin.get('/api/exports')).body).toMatchObject([{ status: 'expired' }, { status: 'cancelled' }])
  expect((await admin.get('/api/erasures')).body).toMatchObject([
    { called: 'guardian' },
    { called: 'authorized pickup' },
  ])
  expect((await admin.get('/api/erasure-requests')).body).toHaveLength(1)
  const [child] = (await parent.get('/api/children/overviews')).body
  expect(child.places[0]).toMatchObject({ isToday: true, attendance: 'present', arrivedAt: expect.any(String) })
  const children = (await parent.get('/api/children')).body
  expect(children.length).toBeGreaterThanOrEqual(1)
  expect((await parent.get('/api/tenant/dashboard/stats')).body.totalStudents).toBe(children.length)

  const counted = await platform.core.db.tenant(closed.id, systemActor, ({ trx }) => trx('students').pluck('id'))
  expect(counted).toEqual([])
})

interface Row {
  [column: string]: string | number | boolean | null
}

test('families are consistent: siblings, a restricted guardian, allergies, accounts, and consents of every kind', async ({
  platform,
}) => {
  const organization = await platform.organization({ subdomain: 'demofamilies' })
  const admin = await organization.signIn('tenant_admin')
  const parents = [await organization.signIn('parent'), await organization.signIn('parent')]
  for (let pupil = 0; pupil < 6; pupil++) await organization.user('student')
  for (let parent = 0; parent < 4; parent++) await organization.user('parent')
  await platform.core.db.platform(systemActor, seedPrograms)

  const tables = ['students', 'parent_students', 'guardian_restrictions', 'collectors', 'health_conditions'] as const
  const found = await platform.core.db.tenant(organization.id, systemActor, async ({ trx }) => {
    const rows: Record<string, Row[]> = {}
    for (const table of tables) rows[table] = await trx(table)
    return {
      ...rows,
      contacts: await trx<Row>('users').whereNull('passwordHash').where({ role: 'parent' }),
      states: (await admin.get('/api/consents')).body as Record<string, number>[],
    } as unknown as Record<(typeof tables)[number] | 'contacts', Row[]> & { states: Record<string, number>[] }
  })
  const links = found.parent_students
  const childrenOf = Map.groupBy(links, ({ parentId }) => parentId)
  expect([...childrenOf.values()].some((children) => children.length > 1)).toBe(true)
  for (const of of Map.groupBy(links, ({ studentId }) => studentId).values()) {
    expect(new Set(of.map(({ contactOrder }) => contactOrder))).toEqual(new Set(of.map((_, index) => index + 1)))
    expect(of.some(({ isRestricted, maySee }) => maySee && !isRestricted)).toBe(true)
  }
  const restricted = links.filter(({ isRestricted }) => isRestricted)
  expect(new Set(restricted.map(({ id }) => id))).toEqual(
    new Set(found.guardian_restrictions.map(({ parentStudentId }) => parentStudentId)),
  )
  expect(restricted.length).toBeGreaterThan(0)
  expect(restricted.some(({ mayCollect }) => mayCollect)).toBe(false)
  expect(found.collectors.length).toBeGreaterThan(0)
  expect(found.health_conditions.length).toBeGreaterThan(0)
  expect(found.contacts.length).toBeGreaterThan(0)
  const people = (await admin.get('/api/people?state=invited')).body as { invitedUntil: string }[]
  const open = people.filter(({ invitedUntil }) => Date.parse(invitedUntil) > platform.clock.now().getTime())
  expect({ invited: people.length, open: open.length }).toEqual({ invited: 3, open: 2 })
  const withAccount = found.students.filter(({ userId }) => userId !== null)
  // Every student account belongs to a student.
  expect(withAccount).toHaveLength(6)
  expect(found.students.length).toBeGreaterThan(6)

  for (const state of ['given', 'refused', 'expired', 'missing']) {
    expect(
      found.states.reduce((sum, consent) => sum + (consent[state] ?? 0), 0),
      state,
    ).toBeGreaterThan(0)
  }
  const allowed = await platform.core.db.tenant(organization.id, systemActor, (scope) =>
    listConsentingStudents(
      scope,
      withAccount.map(({ id }) => String(id)),
      'account',
    ),
  )
  expect(allowed.size).toBe(withAccount.length)
  for (const parent of parents) {
    const seen = (await parent.get('/api/children')).body as { id: string }[]
    for (const { id } of seen) expect((await parent.get(`/api/children/${id}/consents`)).body).toHaveLength(5)
  }
})
