import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { tenantApp } from '#plugins/tenant-app/plugin.ts'
import { trainingBuilder } from '../plugin.ts'

const test = pluginTest([tenantApp, trainingBuilder])

test('ten projects of the demo’s catalog have training, once however often it is seeded', async ({ platform }) => {
  const { core, platform: assembled } = platform
  const seeded = () =>
    core.db.platform(systemActor, async (scope) => {
      for (const { id } of [tenantApp, trainingBuilder]) await assembled.parts.get(id)?.seed?.(scope)
      return scope.trx('training_lists').pluck('version')
    })
  const once = await seeded()
  expect(once).toEqual(Array.from({ length: 10 }, () => 1))
  expect(await seeded()).toEqual(once)
  const root = await platform.superAdmin()
  const [project] = (await root.get('/api/projects?search=rockets')).body as { id: string }[]
  const { body } = await root.get(`/api/projects/${project?.id}/training-modules`)
  expect((body as { title: string }[]).map(({ title }) => title)).toEqual(['Launching safely', 'The egg flight'])
})
