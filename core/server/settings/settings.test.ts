import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { openTestPlatform, pluginTest } from '#core/testing/harness.ts'
import { createPlatform } from '../platform.ts'
import { VERSION } from '../version.ts'

const test = pluginTest([])

test('the settings begin with the defaults of the specification', async ({ platform }) => {
  const { body } = await (await platform.superAdmin()).get('/api/settings')
  expect(body).toMatchObject({
    passwordMinLength: 8,
    passwordRequireSpecialChars: false,
    sessionTimeoutMinutes: 480,
    maxLoginAttempts: 5,
    lockoutDurationMinutes: 30,
    requireEmailVerification: false,
    mailPort: 587,
    mailUseTls: true,
    maxUsersPerTenant: 100,
    maxSessionsPerTenant: 50,
    maxStoragePerTenantMB: 1024,
    maxTenantsPerPlan: 100,
    allowTenantSelfRegistration: false,
    enableAnalytics: true,
    enableAuditLogging: true,
    enableMaintenanceMode: false,
    systemVersion: VERSION,
  })
})

test('only what is sent changes', async ({ platform }) => {
  const admin = await platform.superAdmin()
  await admin.put('/api/settings', { platformName: 'North' })
  await admin.put('/api/settings', { maxLoginAttempts: 9 })
  expect((await admin.get('/api/settings')).body).toMatchObject({
    platformName: 'North',
    maxLoginAttempts: 9,
    mailPort: 587,
  })
})

test('the password of the mail server is written encrypted and never read', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const answer = await admin.put('/api/settings', { mailPassword: 'top-secret-1' })
  expect(answer.body.mailPasswordSet).toBe(true)
  expect(JSON.stringify(answer.body)).not.toContain('top-secret-1')
  const rows = await platform.core.db.platform(systemActor, ({ trx }) => trx('global_settings').select('*'))
  expect(Buffer.from(JSON.stringify(rows)).includes('top-secret-1')).toBe(false)
  expect((await admin.put('/api/settings', { mailPassword: '' })).body.mailPasswordSet).toBe(false)
})

test.for<[object, string]>([
  [{ passwordMinLength: 7 }, 'passwordMinLength'],
  [{ mailPort: 70_000 }, 'mailPort'],
  [{ supportEmail: 'nobody' }, 'supportEmail'],
  [{ maintenanceMessage: 'x'.repeat(1001) }, 'maintenanceMessage'],
  [{ platformName: ' ' }, 'platformName'],
])('the impossible settings %j are refused at %s', async ([change, field], { platform }) => {
  const answer = await (await platform.superAdmin()).put('/api/settings', change)
  expect(answer.status).toBe(400)
  expect(Object.keys(answer.body.fields)).toEqual([field])
})

test('maintenance keeps all but super admins out, and shows them why', async () => {
  const platform = await openTestPlatform([])
  try {
    const admin = await platform.superAdmin()
    const member = await (await platform.organization()).signIn('instructor')
    await admin.put('/api/settings', { enableMaintenanceMode: true, maintenanceMessage: 'Back at <b>noon</b>' })
    expect(await member.get('/api/user/devices')).toMatchObject({
      status: 503,
      body: { code: 'maintenance', message: 'Back at <b>noon</b>' },
    })
    expect((await admin.get('/api/user/devices')).status).toBe(200)
    expect((await platform.client().get('/api/platform')).body.maintenance).toEqual({
      message: 'Back at <b>noon</b>',
      isHeld: false,
    })
    await admin.put('/api/settings', { enableMaintenanceMode: false })
    expect((await member.get('/api/user/devices')).status).toBe(200)
  } finally {
    await platform.close()
  }
})

test('a change on one node is in force on the others, and a session ended on one is ended on all', async ({
  platform,
}) => {
  const other = await createPlatform({ ...platform.core.env, databaseUrl: platform.databaseUrl }, [], {
    work: false,
    rateLimit: false,
  })
  try {
    const admin = await platform.superAdmin()
    const ask = () =>
      other.app.inject({ method: 'GET', url: '/api/user', headers: { host: 'localhost', cookie: admin.cookie ?? '' } })
    expect((await ask()).statusCode).toBe(200)
    await admin.put('/api/settings', { maxLoginAttempts: 77 })
    await expect.poll(async () => (await other.core.settings.current()).maxLoginAttempts).toBe(77)
    await admin.post('/api/logout')
    await expect.poll(async () => (await ask()).statusCode).toBe(401)
  } finally {
    await other.close()
  }
})

test('two people saving what they read at the same time: the second is refused', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const { updatedAt } = (await admin.put('/api/settings', { platformDescription: 'One' })).body
  const answers = await Promise.all([
    admin.put('/api/settings', { platformDescription: 'Two', updatedAt }),
    admin.put('/api/settings', { platformDescription: 'Three', updatedAt }),
  ])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('outdated')
})

test('maintenance does not begin without a message', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const answer = await admin.put('/api/settings', { enableMaintenanceMode: true, maintenanceMessage: ' ' })
  expect(answer).toMatchObject({ status: 400, body: { fields: { maintenanceMessage: expect.any(String) } } })
})

test('the overview counts what there is', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const before = (await admin.get('/api/settings/overview')).body
  await (await platform.organization({ status: 'suspended' })).user('parent')
  const after = (await admin.get('/api/settings/overview')).body
  expect(after).toMatchObject({
    systemVersion: VERSION,
    organizations: before.organizations + 1,
    openOrganizations: before.openOrganizations,
    users: before.users + 1,
    activeUsers: before.activeUsers + 1,
    mail: { pending: 0, held: 0, failed: 0 },
    jobs: { waiting: expect.any(Number), failed: 0, unserved: [] },
  })
  expect(after.databaseSize).toBeGreaterThan(1_000_000)
  expect(Date.parse(after.startedAt)).toBeLessThan(Date.parse(after.countedAt))
})

test('missing and invalid settings have their defaults', async () => {
  const platform = await openTestPlatform([])
  try {
    const admin = await platform.superAdmin()
    const write = async (change: string) => {
      await platform.core.db.platform(systemActor, async (scope) => {
        await scope.trx.raw(change)
        await scope.core.invalidations.announce(scope, 'settings', '')
      })
    }
    await write(
      `update global_settings set "values" = '{"platformName": "North", "maxLoginAttempts": "many", "mailPort": -1}'`,
    )
    const north = { platformName: 'North', maxLoginAttempts: 5, mailPort: 587 }
    await expect.poll(async () => (await admin.get('/api/settings')).body).toMatchObject(north)
    await expect.poll(() => platform.core.settings.current()).toMatchObject(north)
    await write(`update global_settings set "values" = '[1]'`)
    await expect.poll(() => platform.core.settings.current()).toMatchObject({ platformName: 'Trellis' })

    await write('delete from global_settings')
    await expect.poll(async () => (await platform.core.settings.current()).maxLoginAttempts).toBe(5)
    expect((await admin.get('/api/settings')).body).toMatchObject({ platformName: 'Trellis', lastBackupAt: null })
    const name = { platformName: 'South' }
    await Promise.all([admin.put('/api/settings', name), admin.put('/api/settings', { mailPort: 25 })])
    expect((await admin.get('/api/settings')).body).toMatchObject({ ...name, mailPort: 25 })
  } finally {
    await platform.close()
  }
})

test('the sign-in page offers no registration where no plugin answers it, whatever the setting says', async ({
  platform,
}) => {
  const admin = await platform.superAdmin()
  await admin.put('/api/settings', { allowTenantSelfRegistration: true })
  expect((await platform.client().get('/api/platform')).body).toMatchObject({ selfRegistration: false })
  await admin.put('/api/settings', { allowTenantSelfRegistration: false })
})
