import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { createPlatform } from '#core/server/platform.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { billing } from '../../plugin.ts'

const test = pluginTest([billing])

test('the settings of billing stand among the others and begin with the defaults of the specification', async ({
  platform,
}) => {
  const { body } = await (await platform.superAdmin()).get('/api/settings')
  expect(body).toMatchObject({
    platformName: 'Trellis',
    defaultCurrency: 'USD',
    defaultTrialDays: 14,
    gracePeriodDays: 7,
    taxRate: 0,
  })
  expect(body.invoicePrefix).toMatch(/^[A-Z]{3}$/)
})

test.for<[object, string]>([
  [{ taxRate: 101 }, 'taxRate'],
  [{ taxRate: 0.0001 }, 'taxRate'],
  [{ defaultCurrency: 'dollar' }, 'defaultCurrency'],
  [{ gracePeriodDays: 366 }, 'gracePeriodDays'],
])('the impossible settings %j are refused at %s', async ([change, field], { platform }) => {
  const answer = await (await platform.superAdmin()).put('/api/settings', change)
  expect(answer.status).toBe(400)
  expect(Object.keys(answer.body.fields)).toEqual([field])
})

test('while billing is off its settings are neither shown, nor changed, nor lost', async ({ platform }) => {
  const { core, databaseUrl } = platform
  const admin = await platform.superAdmin()
  await admin.put('/api/settings', { taxRate: 7.5 })
  const without = await createPlatform({ ...core.env, databaseUrl, pluginsOff: ['billing'] }, [billing], {
    work: false,
    rateLimit: false,
  })
  try {
    const call = async (method: 'GET' | 'PUT', payload?: object) => {
      const headers = { host: 'localhost', cookie: admin.cookie ?? '' }
      return (
        await without.app.inject({ method, url: '/api/settings', headers, ...(payload ? { payload } : {}) })
      ).json()
    }
    expect(Object.keys(await call('GET'))).not.toContain('taxRate')
    const changed = await call('PUT', { platformName: 'North', taxRate: 1 })
    expect(changed.platformName).toBe('North')
    expect(Object.keys(changed)).not.toContain('taxRate')
  } finally {
    await without.close()
  }
  expect((await admin.get('/api/settings')).body).toMatchObject({ platformName: 'North', taxRate: 7.5 })
  const [entry] = await core.db.platform(systemActor, ({ trx }) => trx('global_settings').select('values'))
  expect(entry.values).toMatchObject({ taxRate: 7.5 })
})
