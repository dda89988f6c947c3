import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { tenants } from '../../plugin.ts'
import { recountUsers } from './stats.ts'

const test = pluginTest([tenants])

test('the number of active users follows every change, excludes contacts, and equals a recount', async ({
  platform,
}) => {
  const { core } = platform
  const admin = await platform.superAdmin()
  const total = async () => (await admin.get('/api/dashboard/stats')).body.totalUsers as number
  const counted = await total()
  const organization = await platform.organization()
  const [first] = [await organization.user('instructor'), await organization.user('parent')]
  expect(await total()).toBe(counted + 2)
  const contact = await organization.user('parent')
  const setPassword = (passwordHash: string | null) =>
    core.db.tenant(organization.id, systemActor, ({ trx }) =>
      trx('users').where({ id: contact.id }).update({ passwordHash }),
    )
  expect(await total()).toBe(counted + 3)
  await setPassword(null)
  expect(await total()).toBe(counted + 2)
  await core.db.platform(systemActor, recountUsers)
  expect(await total()).toBe(counted + 2)
  await setPassword('a hash')
  expect(await total()).toBe(counted + 3)
  await setPassword(null)
  await admin.put(`/api/users/${first.id}`, { isActive: false })
  await admin.put(`/api/users/${first.id}`, { firstName: 'Grace' })
  expect(await total()).toBe(counted + 1)
  await core.db.tenant(organization.id, systemActor, ({ trx }) => trx('users').where({ id: first.id }).delete())
  expect(await total()).toBe(counted + 1)
  await core.db.platform(systemActor, recountUsers)
  expect(await total()).toBe(counted + 1)
  await core.db.platform(systemActor, ({ trx }) => trx('tenants').where({ id: organization.id }).delete())
  expect(await total()).toBe(counted)
})

test('users added during a recount are counted once', async ({ platform }) => {
  const { core } = platform
  const admin = await platform.superAdmin()
  const organization = await platform.organization()
  const before = (await admin.get('/api/dashboard/stats')).body.totalUsers
  await Promise.all([
    ...Array.from({ length: 6 }, () => organization.user('parent')),
    ...Array.from({ length: 3 }, () => core.db.platform(systemActor, recountUsers)),
  ])
  expect((await admin.get('/api/dashboard/stats')).body.totalUsers).toBe(before + 6)
})
