import { expect } from 'vitest'
import { pluginTest } from '#core/testing/harness.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { tenantApp } from '../plugin.ts'
import { seedPrograms } from './seed.ts'

const test = pluginTest([tenantApp])

test('demo data fills every open organization once, and the platform’s own rules hold for it', async ({ platform }) => {
  const organization = await platform.organization()
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
  expect((await admin.get('/api/tenant/stats')).body).toMatchObject({ activeSessions: 1 })
  expect((await admin.get('/api/tenant/activity')).body.length).toBeGreaterThan(5)
  expect((await parent.get('/api/tenant/dashboard/stats')).body.totalStudents).toBe(stats.totalStudents)

  const counted = await platform.core.db.tenant(closed.id, systemActor, ({ trx }) => trx('students').pluck('id'))
  expect(counted).toEqual([])
})
