import { expect } from 'vitest'
import { PASSWORD, pluginTest, type Answer, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { quickHash } from '#core/testing/quick-hash.ts'
import { systemActor } from './actor.ts'
import { cleanUpSignIns } from './clean-up.ts'

const test = pluginTest([])

const HOUR_MS = 3600_000

const signIn = (client: Client, email: string, password: string, remoteAddress = '198.51.100.1'): Promise<Answer> =>
  client.request('POST', '/api/login', { payload: { email, password }, remoteAddress })

const statuses = (answers: Answer[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b)

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

/** Simulates so many failures within the last minute: hashing all of them would take that long. */
const failedBefore = ({ core, clock }: TestPlatform, subject: string, failures: number) =>
  core.db.platform(systemActor, async ({ trx }) => {
    const row = { subject, failures, since: clock.now().toISOString() }
    await trx('sign_in_pressure').insert(row).onConflict('subject').merge()
  })

test('of thirty wrong passwords at once five are checked, and the correct one is refused too', async ({ platform }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('instructor')
  const answers = await times(30, () => signIn(organization.client(), email, 'wrong'))
  expect(statuses(answers)).toEqual([...Array<number>(5).fill(401), ...Array<number>(25).fill(429)])
  const late = await signIn(organization.client(), email, PASSWORD)
  expect([late.status, late.body.message]).toEqual([
    429,
    'Too many failed attempts. Try again in 30 minutes, or reset your password.',
  ])
})

test('a user with the correct password can sign in any number of times, and each sign-in resets earlier failures', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const { email } = await organization.user('instructor')
  for (let round = 0; round < 2; round++) {
    const wrong = await times(4, () => signIn(organization.client(), email, 'wrong'))
    expect(statuses(wrong)).toEqual([401, 401, 401, 401])
    expect((await signIn(organization.client(), email, PASSWORD)).status).toBe(200)
  }
  const right = []
  for (let round = 0; round < 6; round++) right.push(await signIn(organization.client(), email, PASSWORD))
  expect(new Set(statuses(right))).toEqual(new Set([200]))
})

test('a correct password of one user resets no failures of another on the same network', async ({ platform }) => {
  const organization = await platform.organization()
  const [guessed, other] = [await organization.user('instructor'), await organization.user('instructor')]
  const tryAs = ({ email }: { email: string }, password: string) => signIn(organization.client(), email, password)
  await times(4, () => tryAs(guessed, 'wrong'))
  expect((await tryAs(other, PASSWORD)).status).toBe(200)
  expect((await tryAs(guessed, 'wrong')).status).toBe(401)
  expect((await tryAs(guessed, PASSWORD)).status).toBe(429)
})

test('the addresses of one IPv6 connection count as one network, and so do two notations of an IPv4 address', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const { email } = await organization.user('instructor')
  const from = (address: string, password = 'wrong') => signIn(organization.client(), email, password, address)
  await times(5, (index) => from(`2001:db8:0:7::${index + 1}`))
  expect((await from('2001:db8:0:7:ffff::1', PASSWORD)).status).toBe(429)
  expect((await from('2001:db8:0:8::1', PASSWORD)).status).toBe(200)
  await times(5, () => from('203.0.113.50'))
  expect((await from('::ffff:203.0.113.50', PASSWORD)).status).toBe(429)
})

test('attempts on many hosts are counted together, since a super admin may sign in on all of them', async ({
  platform,
}) => {
  const admin = await platform.superAdmin()
  const hosts = await times(6, () => platform.organization())
  const answers = await Promise.all(hosts.map(({ client }) => signIn(client(), admin.user?.email ?? '', 'wrong')))
  expect(statuses(answers)).toEqual([401, 401, 401, 401, 401, 429])
})

test('signing in to an own account with a victim’s address resets no guesses at the victim’s', async ({ platform }) => {
  const [theirs, own] = [await platform.organization(), await platform.organization()]
  const { email } = await theirs.user('tenant_admin')
  await own.user('tenant_admin', { email, password: { hash: quickHash('known-to-attacker') }, emailVerified: false })
  const guesses = []
  for (let guess = 0; guess < 6; guess++) {
    guesses.push(await signIn(platform.client(), email, 'wrong'))
    await signIn(platform.client(), email, 'known-to-attacker')
  }
  expect(statuses(guesses)).toEqual([401, 401, 401, 401, 401, 429])
})

test('guesses from many networks delay new networks by seconds, and never lock the owner out', async ({ platform }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('tenant_admin')
  const home = '203.0.113.1'
  const from = (address: string, password: string) => signIn(organization.client(), email, password, address)
  expect((await from(home, PASSWORD)).status).toBe(200)
  await failedBefore(platform, `account ${email}`, 19)
  const { pauses } = platform.clock
  expect((await from('192.0.2.1', 'wrong')).status).toBe(401)
  expect(pauses).toEqual([])
  expect((await from('192.0.2.2', 'wrong')).status).toBe(401)
  expect(pauses).toEqual([1000])
  await failedBefore(platform, `account ${email}`, 1000)
  const before = pauses.length
  expect((await from('192.0.2.200', PASSWORD)).status).toBe(200)
  expect(pauses.slice(before)).toEqual([8000])
  expect((await from('192.0.2.200', PASSWORD)).status).toBe(200)
  expect((await from(home, PASSWORD)).status).toBe(200)
  expect(pauses.length).toBe(before + 1)
  platform.clock.forward(HOUR_MS)
  await from('192.0.2.201', 'wrong')
  expect(pauses.length).toBe(before + 1)
})

test('an unknown address is delayed like a known one', async ({ platform }) => {
  const organization = await platform.organization()
  const before = platform.clock.pauses.length
  await failedBefore(platform, 'account nobody.at.all@example.org', 19)
  for (const address of ['192.0.2.1', '192.0.2.2']) {
    await signIn(organization.client(), 'nobody.at.all@example.org', 'wrong', address)
  }
  expect(platform.clock.pauses.slice(before)).toEqual([1000])
})

test('a network that tries account after account is refused, except for users who have signed in there before', async ({
  platform,
}) => {
  const school = '203.0.113.77'
  const organization = await platform.organization()
  const [pupil, other] = [await organization.user('student'), await organization.user('student')]
  expect((await signIn(organization.client(), pupil.email, PASSWORD, school)).status).toBe(200)
  await failedBefore(platform, `network ${school}`, 300)
  const refused = await signIn(organization.client(), other.email, PASSWORD, school)
  expect([refused.status, refused.body.message]).toEqual([
    429,
    'Too many failed attempts from this network. Try again in 60 minutes, or reset your password.',
  ])
  expect((await signIn(organization.client(), pupil.email, PASSWORD, school)).status).toBe(200)
  expect((await signIn(organization.client(), other.email, PASSWORD, '203.0.113.78')).status).toBe(200)
  platform.clock.forward(HOUR_MS)
  expect((await signIn(organization.client(), other.email, PASSWORD, school)).status).toBe(200)
})

test('a class that signs in counts no failures', async ({ platform }) => {
  const organization = await platform.organization()
  const pupils = await times(12, () => organization.user('student'))
  const answers = await Promise.all(
    pupils.map(({ email }) => signIn(organization.client(), email, PASSWORD, '203.0.113.90')),
  )
  expect(new Set(statuses(answers))).toEqual(new Set([200]))
  const pressed = await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('sign_in_pressure').where({ subject: 'network 203.0.113.90' }),
  )
  expect(pressed).toEqual([])
})

test('fifty organizations registered with a victim’s address lock no one out on any host', async ({ platform }) => {
  const email = 'shut.out@example.org'
  const own = await platform.organization({ name: 'Zoological Society' })
  const { id } = await own.user('tenant_admin', { email })
  const foreign = await times(50, () => platform.organization({ name: 'Aardvark Club' }))
  await platform.core.db.platform(systemActor, async ({ trx }) => {
    const person = { email, passwordHash: 'none', firstName: 'A', lastName: 'A', role: 'tenant_admin' }
    const rows = foreign.map((organization) => ({
      ...person,
      tenantId: organization.id,
      username: organization.subdomain,
      emailVerifiedAt: null,
    }))
    await trx('users').insert(rows)
  })
  expect((await signIn(platform.client(), email, PASSWORD)).body).toMatchObject({ id })
  expect((await signIn(own.client(), email, PASSWORD)).body).toMatchObject({ id })
})

test('expired counts are deleted', async ({ platform }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('instructor')
  await signIn(organization.client(), email, 'wrong', '203.0.113.120')
  await signIn(organization.client(), email, PASSWORD, '203.0.113.121')
  await organization.client().post('/api/password/forgot', { email })
  const left = () =>
    platform.core.db.platform(systemActor, async ({ trx }) => {
      const tables = ['sign_in_failures', 'sign_in_pressure', 'refused_sign_ins', 'known_networks', 'password_resets']
      return Promise.all(tables.map(async (table) => (await trx(table).select()).length))
    })
  expect((await left()).some((count) => count > 0)).toBe(true)
  platform.clock.forward(91 * 24 * HOUR_MS)
  await cleanUpSignIns.perform(platform.core, null, {})
  expect(await left()).toEqual([0, 0, 0, 0, 0])
})
