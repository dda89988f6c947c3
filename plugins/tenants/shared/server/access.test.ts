import { expect } from 'vitest'
import { pluginTest, type Client } from '#core/testing/harness.ts'
import { organizationsContract } from '../../organizations/contract.ts'
import { usersContract } from '../../users/contract.ts'
import { tenants } from '../../plugin.ts'

const test = pluginTest([tenants])

const calls = Object.values({ ...organizationsContract, ...usersContract }).map(({ method, path }) => ({
  method,
  url: path.replace('{id}', '018f0000-0000-7000-8000-000000000000'),
}))

const statuses = (client: Client) =>
  Promise.all(calls.map(async ({ method, url }) => (await client.request(method, url)).status))

test('only super admins manage organizations and users: no role of an organization does, on either host', async ({
  platform,
}) => {
  const [mine, other] = [await platform.organization(), await platform.organization()]
  expect(new Set(await statuses(platform.client()))).toEqual(new Set([401]))
  for (const role of ['tenant_admin', 'instructor', 'parent', 'student'] as const) {
    const { email } = await mine.user(role)
    expect(new Set(await statuses(await platform.client().signIn(email)))).toEqual(new Set([403]))
    expect(new Set(await statuses(await mine.client().signIn(email)))).toEqual(new Set([404]))
  }
  const stranger = await other.signIn('tenant_admin')
  expect(new Set(await statuses(stranger))).toEqual(new Set([404]))
})

test('an organization’s admin reads and changes neither the own organization nor another here', async ({
  platform,
}) => {
  const admin = await platform.superAdmin()
  const [mine, other] = [await platform.organization(), await platform.organization()]
  const { email } = await mine.user('tenant_admin')
  const member = await platform.client().signIn(email)
  for (const { id } of [mine, other]) {
    expect((await member.get(`/api/tenants/${id}`)).status).toBe(403)
    expect((await member.put(`/api/tenants/${id}`, { name: 'Mine now' })).status).toBe(403)
    expect((await member.post(`/api/tenants/${id}/suspend`, { reason: 'Because' })).status).toBe(403)
    expect((await admin.get(`/api/tenants/${id}`)).body).toMatchObject({ status: 'active', name: mine.name })
  }
})
