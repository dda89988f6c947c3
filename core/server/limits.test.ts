import { expect } from 'vitest'
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

test('what several plugins keep counts together', async ({ platform }) => {
  const { core } = platform
  const { id } = await platform.organization()
  const inOrganization = <T>(work: Parameters<typeof core.db.tenant<T>>[2]) => core.db.tenant(id, systemActor, work)
  await core.db.platform(systemActor, (scope) =>
    scope
      .trx('mail_messages')
      .insert({ tenantId: id, recipient: 'a@example.org', subject: 'Hello', body: 'x'.repeat(500) }),
  )
  expect((await inOrganization((scope) => usageOf(scope, [id]))).get(id)?.storage).toBe(1500)
  const { maxStoragePerTenantMB } = await core.settings.current()
  const free = maxStoragePerTenantMB * 1024 ** 2 - 1500
  await inOrganization((scope) => enforceLimit(scope, id, 'storage', free))
  await expect(inOrganization((scope) => enforceLimit(scope, id, 'storage', free + 1))).rejects.toMatchObject({
    code: 'plan.limit',
  })
})
