import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest } from '#core/testing/harness.ts'
import type { Organization } from '../organizations/contract.ts'
import { tenants } from '../plugin.ts'

const test = pluginTest([tenants])

test('the demo has thirteen organizations with people who can sign in', async ({ platform }) => {
  const seed = platform.platform.parts.get('tenants')?.seed
  await platform.core.db.platform(systemActor, async (scope) => seed?.(scope))
  const admin = await platform.superAdmin()
  const organizations = (await admin.get('/api/tenants')).body as Organization[]
  const count = (status: string) => organizations.filter((one) => one.status === status).length
  expect(['active', 'trial', 'inactive', 'suspended'].map(count)).toEqual([9, 2, 1, 1])
  for (const { userCount } of organizations) {
    expect(userCount).toBeGreaterThanOrEqual(1)
    expect(userCount).toBeLessThanOrEqual(40)
  }
  const ages = organizations.map(({ createdAt }) => Date.now() - Date.parse(createdAt))
  expect(Math.max(...ages)).toBeGreaterThan(300 * 86_400_000)
  const signedIn = await platform.client().signIn('admin@riverside.example', 'trellis-demo')
  expect(signedIn.user).toMatchObject({ role: 'tenant_admin', mustChangePassword: false })
  const { body } = await admin.get('/api/users/search?role=student&limit=1')
  expect(body.totalCount).toBeGreaterThan(100)
})
