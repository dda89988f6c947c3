import { expect } from 'vitest'
import type { FirstStep } from '#core/contract/first-steps.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Client } from '#core/testing/harness.ts'
import { tenants } from '#plugins/tenants/plugin.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildStudent } from '../../../testing/factories.ts'

const test = pluginTest([tenantApp])

const DAY = 86_400_000

const stepsOf = async (client: Client) => (await client.get('/api/tenant/first-steps')).body as FirstStep[]
const doneOf = async (client: Client) => (await stepsOf(client)).filter(({ isDone }) => isDone).map(({ id }) => id)

test('each step is done once there is what it asks for, undone when it is gone, and all done there is none', async ({
  platform,
}) => {
  const organization = await platform.organization()
  await (await platform.organization()).user('instructor')
  const admin = await organization.signIn('tenant_admin')
  expect((await stepsOf(admin)).map(({ id }) => id)).toEqual([
    'details',
    'branding',
    'people',
    'project',
    'students',
    'session',
    'families',
  ])
  expect(await doneOf(admin)).toEqual([])
  await organization.user('instructor')
  expect(await doneOf(admin)).toEqual(['people'])
  const session = { name: 'Chess', startDate: '2031-05-06T10:00:00Z', endDate: '2031-05-06T11:00:00Z' }
  await admin.post('/api/sessions', session)
  expect(await doneOf(admin)).toEqual(['people', 'session'])
  await platform.core.db.tenant(organization.id, systemActor, ({ trx }) => trx('sessions').delete())
  expect(await doneOf(admin)).toEqual(['people'])
  await admin.post('/api/sessions', session)
  const project = await admin.post('/api/projects', { title: 'Bridges', description: 'Build one', category: 'stem' })
  expect(project.status).toBe(201)
  await buildStudent(platform, organization)
  expect(await doneOf(admin)).toEqual(['people', 'project', 'students', 'session'])
  await organization.user('parent')
  expect(await doneOf(admin)).toEqual(['people', 'project', 'students', 'session', 'families'])
  const { timeZone } = (await admin.get('/api/tenant/settings')).body
  expect((await admin.put('/api/tenant/settings', { timeZone })).body).toMatchObject({ isTimeZoneConfirmed: true })
  expect((await doneOf(admin))[0]).toBe('details')
  await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('tenants')
      .where({ id: organization.id })
      .update({ branding: JSON.stringify({ logoUrl: '/api/images/x' }) }),
  )
  expect(await stepsOf(admin)).toEqual([])
})

test('put away it is gone for every admin of the organization alone; an old one has none', async ({ platform }) => {
  const [organization, other] = [await platform.organization(), await platform.organization()]
  const [first, second] = [await organization.signIn('tenant_admin'), await organization.signIn('tenant_admin')]
  const elsewhere = await other.signIn('tenant_admin')
  expect(await stepsOf(second)).toHaveLength(7)
  expect((await first.post('/api/tenant/first-steps/dismiss')).status).toBe(204)
  expect((await first.post('/api/tenant/first-steps/dismiss')).status).toBe(204)
  expect(await stepsOf(second)).toEqual([])
  expect(await stepsOf(elsewhere)).toHaveLength(7)
  await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('tenants')
      .where({ id: other.id })
      .update({ createdAt: new Date(Date.now() - 61 * DAY).toISOString() }),
  )
  expect(await stepsOf(elsewhere)).toEqual([])
  const instructor = await organization.signIn('instructor')
  expect((await instructor.get('/api/tenant/first-steps')).status).toBe(403)
})

const without = pluginTest([tenants])

without('a plugin that is off takes its steps with it', async ({ platform }) => {
  const organization = await platform.organization()
  expect(await stepsOf(await organization.signIn('tenant_admin'))).toEqual([])
})
