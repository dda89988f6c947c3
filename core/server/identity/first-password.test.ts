import { expect } from 'vitest'
import { PASSWORD, pluginTest, type Client } from '#core/testing/harness.ts'
import { accountById, greeting } from './users.ts'
import { systemActor } from './actor.ts'

const test = pluginTest([])

const OWN_PASSWORD = 'a-better-horse-8'
const set = (client: Client, body: object = {}) =>
  client.post('/api/user/password/first', { password: OWN_PASSWORD, confirmPassword: OWN_PASSWORD, ...body })

test('a user replaces a temporary password just after signing in without typing it again', async ({ platform }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('instructor', { temporary: true })
  const [client, other] = [await organization.client().signIn(email), await organization.client().signIn(email)]
  const answer = await set(client)
  expect([answer.status, answer.body.mustChangePassword]).toEqual([200, false])
  expect((await client.get('/api/user/devices')).status).toBe(200)
  expect((await other.get('/api/user')).status).toBe(401)
  await organization.client().signIn(email, OWN_PASSWORD)
  expect((await organization.client().post('/api/login', { email, password: PASSWORD })).status).toBe(401)
})

test('a user who signed in a while ago types the temporary password once more', async ({ platform }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('instructor', { temporary: true })
  const client = await organization.client().signIn(email)
  platform.clock.forward(10 * 60_000 + 1)
  expect((await set(client)).body.code).toBe('identity.confirm')
  expect((await client.post('/api/user/confirmation', { method: 'password', password: PASSWORD })).status).toBe(200)
  expect((await set(client)).status).toBe(200)
})

test('the temporary password is refused as the new one, and password rules apply, including to the new name', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const { email } = await organization.user('tenant_admin', { temporary: true, mustGiveName: true })
  const client = await organization.client().signIn(email)
  for (const [password, message] of [
    [PASSWORD, 'Choose another password than the temporary one'],
    ['password123', /most used passwords/],
    ['Grace-Hopper-1', /name or address of yours/],
  ] as const) {
    const name = { firstName: 'Grace', lastName: 'Hopper' }
    const { status, body } = await set(client, { password, confirmPassword: password, ...name })
    expect(status).toBe(400)
    expect(body.fields.password).toMatch(message)
  }
  expect((await client.get('/api/user')).body).toMatchObject({ firstName: 'Ada', mustChangePassword: true })
})

test('a user with their own password changes it only with that password', async ({ platform }) => {
  const client = await (await platform.organization()).signIn('parent')
  expect((await set(client)).body.code).toBe('identity.no-temporary-password')
})

test('a user without a name enters it with the password, and is greeted by it from then on', async ({ platform }) => {
  const organization = await platform.organization()
  const { id, email } = await organization.user('tenant_admin', { temporary: true, mustGiveName: true })
  const hello = () =>
    platform.core.db.platform(systemActor, async (scope) => {
      const account = await accountById(scope, id)
      return account && greeting(account).text
    })
  expect(await hello()).toBe('Hello,')
  const client = await organization.client().signIn(email)
  expect(client.user?.mustGiveName).toBe(true)
  expect((await set(client, { firstName: '', lastName: 'Hopper' })).body.fields.firstName).toBe(
    'First name is required',
  )
  const { body } = await set(client, { firstName: 'Grace', lastName: 'Hopper' })
  expect(body).toMatchObject({ firstName: 'Grace', lastName: 'Hopper', mustGiveName: false })
  expect(await hello()).toBe('Hello Grace,')
})

test('a user who set the password by email enters a name without a password', async ({ platform }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('tenant_admin', { mustGiveName: true })
  const client = await organization.client().signIn(email)
  const { body } = await client.put('/api/user', { firstName: 'Grace', lastName: 'Hopper' })
  expect(body).toMatchObject({ firstName: 'Grace', mustGiveName: false })
})
