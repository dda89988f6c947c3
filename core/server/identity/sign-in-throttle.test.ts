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

/** Simulates so many failures within the last minute: hashing them all would take that minute. */
const failedBefore = ({ core, clock }: TestPlatform, subject: string, failures: number) =>
  core.db.platform(systemActor, async ({ trx }) => {
    const row = { subject, failures, since: clock.now().toISOString() }
    await trx('sign_in_pressure').insert(row).onConflict('subject').merge()
  })

test('of thirty wrong passwords at once five are looked at, and the right one is refused too', async ({ platform }) => {
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

test('who knows the password can sign in as often as they like, and failures in between are forgotten', async ({
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

test('the right password of one takes back no failure of another on the same network', async ({ platform }) => {
  const organization = await platform.organization()
  const [guessed, other] = [await organization.user('instructor'), await organization.user('instructor')]
  const tryAs = ({ email }: { email: string }, password: string) => signIn(organization.client(), email, password)
  await times(4, () => tryAs(guessed, 'wrong'))
  expect((await tryAs(other, PASSWORD)).status).toBe(200)
  expect((await tryAs(guessed, 'wrong')).status).toBe(401)
  expect((await tryAs(guessed, PASSWORD)).status).toBe(429)
})

test('the addresses of one connection of IPv6 are one place, and so is an IPv4 address written in two ways', async ({
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

test('tries on many hosts count together: a super admin may sign in on all of them', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const hosts = await times(6, () => platform.organization())
  const answers = await Promise.all(hosts.map(({ client }) => signIn(client(), admin.user?.email ?? '', 'wrong')))
  expect(statuses(answers)).toEqual([401, 401, 401, 401, 401, 429])
})

test('an account of one’s own under somebody’s address does not take guesses at theirs back', async ({ platform }) => {
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

test('guesses from everywhere make others wait for seconds, and never keep the owner out', async ({ platform }) => {
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

test('an address that nobody has waits like one that somebody has', async ({ platform }) => {
  const organization = await platform.organization()
  const before = platform.clock.pauses.length
  await failedBefore(platform, 'account nobody.at.all@example.org', 19)
  for (const address of ['192.0.2.1', '192.0.2.2']) {
    await signIn(organization.client(), 'nobody.at.all@example.org', 'wrong', address)
  }
  expect(platform.clock.pauses.slice(before)).toEqual([1000])
})

test('who tries account after account is refused; at the same address those who have signed in there are not', async ({
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

test('a class that signs in leaves no failures behind', async ({ platform }) => {
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

test('fifty organizations registered with somebody’s address shut nobody out, on no host', async ({ platform }) => {
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

test('what was counted is removed when it means nothing any more', async ({ platform }) => {
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
