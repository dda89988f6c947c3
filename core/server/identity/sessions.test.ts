import { expect } from 'vitest'
import { UNATTENDED_HEADER } from '#core/contract/identity.ts'
import { PASSWORD, pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'

const test = pluginTest([])

const DAY_MS = 24 * 3600_000

const withCookie = (client: Client, cookie: string | undefined): Client => Object.assign(client, { cookie })

/** Simulates some days with a request every six hours. */
async function use({ clock }: TestPlatform, client: Client, days: number): Promise<number[]> {
  const answers = []
  for (let quarter = 0; quarter < days * 4; quarter++) {
    clock.forward(DAY_MS / 4)
    answers.push((await client.get('/api/user')).status)
  }
  return answers
}

test('a session that is used every day ends after thirty days, or the time of the settings', async ({ platform }) => {
  const organization = await platform.organization()
  const client = await organization.signIn('instructor')
  expect(new Set(await use(platform, client, 29))).toEqual(new Set([200]))
  expect((await use(platform, client, 2)).at(-1)).toBe(401)

  const admin = await platform.superAdmin()
  expect((await admin.put('/api/settings', { sessionLifetimeDays: 2 })).status).toBe(200)
  const short = await organization.signIn('instructor')
  expect((await use(platform, short, 3)).filter((status) => status === 200)).toHaveLength(7)
  const again = await platform.superAdmin()
  await again.put('/api/settings', { sessionLifetimeDays: 30 })
})

test('automatic requests of a screen do not keep the session of an idle user alive', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const poll = () => admin.request('GET', '/api/user', { headers: { [UNATTENDED_HEADER]: '1' } })
  for (let hour = 0; hour < 7; hour++) {
    platform.clock.forward(3600_000)
    expect((await poll()).status).toBe(200)
  }
  platform.clock.forward(2 * 3600_000)
  expect((await poll()).status).toBe(401)
  expect((await admin.get('/api/user')).status).toBe(401)
})

test('a changed password gives this device another token, and the cookie from before is refused', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const client = await organization.signIn('instructor')
  const kept = client.cookie
  const passwords = { password: 'a-new-one-88', confirmPassword: 'a-new-one-88' }
  expect((await client.post('/api/user/password', { currentPassword: PASSWORD, ...passwords })).status).toBe(200)
  expect(client.cookie).not.toBe(kept)
  expect((await client.get('/api/user')).status).toBe(200)
  expect((await withCookie(organization.client(), kept).get('/api/user')).status).toBe(401)
  expect((await client.get('/api/user/devices')).body).toHaveLength(1)
})

test('signing in over a session ends it', async ({ platform }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('instructor')
  const client = await organization.client().signIn(email)
  const kept = client.cookie
  await client.signIn(email)
  expect((await withCookie(organization.client(), kept).get('/api/user')).status).toBe(401)
})

test('an account is signed in on at most twenty devices, and the oldest is signed out', async ({ platform }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('instructor')
  const devices: Client[] = []
  for (let count = 0; count < 21; count++) {
    platform.clock.forward(1000)
    devices.push(await organization.client().signIn(email))
  }
  const [first, second] = devices
  const last = devices.at(-1)
  expect((await first?.get('/api/user'))?.status).toBe(401)
  expect((await second?.get('/api/user'))?.status).toBe(200)
  expect((await last?.get('/api/user/devices'))?.body).toHaveLength(20)
})
