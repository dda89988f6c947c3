import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { tenants } from '#plugins/tenants/plugin.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildStudent } from '../../../testing/factories.ts'

const test = pluginTest([tenants, tenantApp])

test('people say whose parent each of them is, and contacts are among those without an account', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id } = await organization.user('parent')
  for (const firstName of ['Zoe', 'Ava']) await buildStudent(platform, organization, { firstName, guardians: [id] })
  await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx('users').where({ id }).update({ passwordHash: null }),
  )
  const { body } = await admin.get('/api/people?role=parent')
  expect(body).toMatchObject([{ id, state: 'no-account', children: ['Ava King', 'Zoe King'] }])
  expect((await admin.get('/api/people?role=tenant_admin')).body).toMatchObject([{ children: [] }])
  const operator = await platform.superAdmin()
  const { body: found } = await operator.get(`/api/users/search?tenantId=${organization.id}&status=no-account`)
  expect(found).toMatchObject({ totalCount: 1, users: [{ id, isActive: true, status: 'no-account' }] })
  const { body: counts } = await operator.get(`/api/tenants/${organization.id}/people`)
  expect(counts).toContainEqual({ role: 'parent', active: 0, inactive: 0 })
  expect((await operator.get(`/api/tenants/${organization.id}`)).body).toMatchObject({ userCount: 1 })
})

test('a super admin who renames a student’s account renames the student’s record too', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id: userId } = await organization.user('student', { firstName: 'Ada', lastName: 'King' })
  const { id } = await buildStudent(platform, organization, { userId })
  const operator = await platform.superAdmin()
  const renamed = await operator.put(`/api/users/${userId}`, { lastName: 'Byron' })
  expect(renamed).toMatchObject({ status: 200, body: { firstName: 'Ada', lastName: 'Byron' } })
  expect((await admin.get(`/api/students/${id}`)).body).toMatchObject({ firstName: 'Ada', lastName: 'Byron' })
  await operator.put(`/api/users/${userId}`, { username: 'ada.b' })
  expect((await admin.get(`/api/students/${id}`)).body).toMatchObject({ lastName: 'Byron' })
})
