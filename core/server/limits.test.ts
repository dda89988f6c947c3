import { expect } from 'vitest'
import { buildMail } from '#core/testing/factories.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { systemActor } from './identity/actor.ts'
import { enforceLimit, usageOf } from './limits.ts'
import { definePlugin } from './plugin.ts'

const keeping = (id: string, measure: string) =>
  definePlugin({
    id,
    setup: () => ({ limitedResources: [{ name: 'storage', from: 'mail_messages', where: 'true', measure }] }),
  })

const test = pluginTest([
  keeping('media', 'coalesce(sum(length(body)), 0)::bigint'),
  keeping('hand-ins', 'count(*) * 1000'),
])

test('rows of several plugins count together', async ({ platform }) => {
  const { core } = platform
  const organization = await platform.organization()
  const { id } = organization
  const inOrganization = <T>(work: Parameters<typeof core.db.tenant<T>>[2]) => core.db.tenant(id, systemActor, work)
  await buildMail(platform, organization, { body: 'x'.repeat(500) })
  expect((await inOrganization((scope) => usageOf(scope, [id]))).get(id)?.storage).toBe(1500)
  const { maxStoragePerTenantMB } = await core.settings.current()
  const free = maxStoragePerTenantMB * 1024 ** 2 - 1500
  await inOrganization((scope) => enforceLimit(scope, id, 'storage', free))
  await expect(inOrganization((scope) => enforceLimit(scope, id, 'storage', free + 1))).rejects.toMatchObject({
    code: 'plan.limit',
  })
})

test('staff alone takes places of a plan, and leaves them when it is deactivated', async ({ platform }) => {
  const { core } = platform
  const organization = await platform.organization()
  for (const role of ['tenant_admin', 'instructor', 'parent', 'student'] as const) await organization.user(role)
  const { id } = await organization.user('instructor')
  const used = () =>
    core.db.platform(
      systemActor,
      async (scope) => (await usageOf(scope, [organization.id])).get(organization.id)?.users,
    )
  expect(await used()).toBe(3)
  await core.db.platform(systemActor, ({ trx }) => trx('users').where({ id }).update({ isActive: false }))
  expect(await used()).toBe(2)
})
