import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Client, type TestOrganization } from '#core/testing/harness.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { tenants } from '#plugins/tenants/plugin.ts'
import { tenantApp } from '../../../plugin.ts'
import { ask, makeFamily } from '../../../testing/consents.ts'

const test = pluginTest([audit, tenants, tenantApp])

async function student(admin: Client, given: object = {}): Promise<string> {
  const { body } = await admin.post('/api/students', {
    firstName: 'Lin',
    lastName: 'Chen',
    dateOfBirth: '2001-05-06',
    saveAnyway: true,
    ...given,
  })
  return body.id as string
}

const login = (organization: TestOrganization, email: string, password: string) =>
  organization.client().post('/api/login', { email, password })

test('a student without an email address signs in by name, on the organization’s host only', async ({ platform }) => {
  const [organization, other] = [await platform.organization(), await platform.organization()]
  const admin = await organization.signIn('tenant_admin')
  const id = await student(admin)
  expect((await admin.get(`/api/students/${id}/account`)).body).toEqual({
    person: null,
    signInName: null,
    lacksConsent: false,
  })
  const { status, body } = await admin.post(`/api/students/${id}/account`, { by: 'password' })
  const name = `lin.chen@${organization.subdomain}`
  expect(status).toBe(201)
  expect(body).toMatchObject({ signInName: name, person: { email: null, role: 'student', state: 'active' } })
  expect(body.temporaryPassword).toMatch(/^[a-zA-Z2-9]{12}$/)
  const signedIn = await login(organization, name.toUpperCase(), body.temporaryPassword)
  expect(signedIn).toMatchObject({ status: 200, body: { email: null, username: 'lin.chen', mustChangePassword: true } })
  const unknown = await login(organization, `nobody@${organization.subdomain}`, body.temporaryPassword)
  expect(await login(organization, name, 'wrong-password')).toMatchObject({
    status: 401,
    body: { code: unknown.body.code, message: unknown.body.message },
  })
  expect((await login(other, name, body.temporaryPassword)).status).toBe(401)
  const onPlatform = await platform.client().post('/api/login', { email: name, password: body.temporaryPassword })
  expect(onPlatform).toMatchObject({ status: 400, body: { fields: { email: 'Please enter a valid email' } } })
  const kept = await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('audit_logs').where({ tenantId: organization.id }),
  )
  expect(JSON.stringify(kept)).toContain('student.account-created')
  expect(JSON.stringify(kept)).not.toContain(body.temporaryPassword)
})

test('students with one name get different usernames, a taken username is refused, and an email address takes precedence', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const ids = await Promise.all(Array.from({ length: 5 }, () => student(admin)))
  const made = await Promise.all(ids.map((id) => admin.post(`/api/students/${id}/account`, { by: 'password' })))
  expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  expect(new Set(made.map(({ body }) => body.signInName)).size).toBe(5)
  const another = await student(admin)
  const open = (more: object) => admin.post(`/api/students/${another}/account`, { by: 'password', ...more })
  expect((await open({ username: 'LIN.chen' })).body.fields).toEqual({ username: 'This username is taken' })
  expect((await open({ username: 'lin chen' })).status).toBe(400)
  expect((await admin.post(`/api/students/${another}/account`, { by: 'invitation' })).body.fields).toEqual({
    email: 'An invitation needs an email address',
  })
  const twice = await Promise.all([1, 2].map(() => open({ email: 'lin@students.example', username: 'lin' })))
  expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  const { signInName, temporaryPassword } = twice.find(({ status }) => status === 201)?.body ?? {}
  expect(signInName).toBe('lin@students.example')
  expect((await login(organization, signInName, temporaryPassword)).status).toBe(200)
  expect((await login(organization, `lin@${organization.subdomain}`, temporaryPassword)).status).toBe(401)
})

test('an account under another user’s email address does not reset that user’s failed sign-ins', async ({
  platform,
}) => {
  const own = await platform.organization()
  const admin = await own.signIn('tenant_admin')
  const opened = async (email: string): Promise<string> => {
    const { body } = await admin.post(`/api/students/${await student(admin)}/account`, { by: 'password', email })
    return body.temporaryPassword
  }
  const moved = async (email: string): Promise<string> => {
    const { id } = await own.user('parent')
    await admin.put(`/api/people/${id}`, { email })
    return (await admin.post(`/api/people/${id}/reset-password`)).body.newPassword
  }
  for (const passwordFor of [opened, moved]) {
    const victim = await platform.superAdmin()
    const email = victim.user?.email ?? ''
    const known = await passwordFor(email)
    const guesses = []
    for (let guess = 0; guess < 6; guess++) {
      guesses.push((await platform.client().post('/api/login', { email, password: 'wrong' })).status)
      await login(own, email, known)
    }
    expect(guesses).toEqual([401, 401, 401, 401, 401, 429])
    const emails = await platform.core.db.platform(systemActor, ({ trx }) =>
      trx('mail_messages').where({ recipient: email }).pluck<string[]>('subject'),
    )
    expect(emails.filter((subject) => subject === 'Verify your email address')).toHaveLength(1)
  }
})

test('staff reset and deactivate accounts; a forgotten password gets the same answer with and without an account', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const id = await student(admin)
  const { body } = await admin.post(`/api/students/${id}/account`, { by: 'password' })
  const forgot = (email: string) => organization.client().post('/api/password/forgot', { email })
  const answers = [await forgot(body.signInName), await forgot(`nobody@${organization.subdomain}`)]
  for (const { status, body: said } of answers) {
    expect([status, said.message]).toEqual([202, expect.stringContaining('Ask them for a new one.')])
  }
  expect((await platform.client().post('/api/password/forgot', { email: body.signInName })).status).toBe(400)
  const reset = await admin.post(`/api/people/${body.person.id}/reset-password`)
  expect(reset.body.signInName).toBe(body.signInName)
  expect((await login(organization, body.signInName, body.temporaryPassword)).status).toBe(401)
  expect((await login(organization, body.signInName, reset.body.newPassword)).status).toBe(200)
  platform.clock.forward(7 * 86_400_000 + 1000)
  expect((await login(organization, body.signInName, reset.body.newPassword)).body.message).toContain(
    'Ask the staff of your organization for a new one.',
  )
  const again = await organization.signIn('tenant_admin')
  await again.put(`/api/people/${body.person.id}`, { isActive: false })
  expect((await login(organization, body.signInName, reset.body.newPassword)).status).toBe(401)
  expect((await again.get(`/api/students/${id}/account`)).body.person.state).toBe('inactive')
})

test('under 13 years, or at an unknown age, an account needs a guardian’s consent', async ({ platform }) => {
  const { organization, admin, answer, mia, mother } = await makeFamily(platform)
  const superAdmin = await organization.client().signIn((await platform.superAdmin()).user?.email ?? '')
  const account = `/api/students/${mia}/account`
  const today = platform.clock.now().getTime()
  const birthday = (days: number) => {
    const date = new Date(today + days * 86_400_000)
    return `${date.getUTCFullYear() - 13}${date.toISOString().slice(4, 10)}`
  }
  for (const dateOfBirth of [null, birthday(2)]) {
    await admin.put(`/api/students/${mia}`, { dateOfBirth })
    expect((await admin.get(account)).body.lacksConsent).toBe(true)
    for (const body of [{ by: 'password' }, { by: 'invitation', email: 'mia@students.example' }]) {
      expect((await admin.post(account, body)).body.code).toBe('student.account-consent')
    }
    // A child's consents open to platform staff only with a reason.
    expect((await superAdmin.get(account)).body.lacksConsent).toBeNull()
    expect((await superAdmin.post(account, { by: 'password' })).body.code).toBe('forbidden')
  }
  await admin.put(`/api/students/${mia}`, { dateOfBirth: birthday(-2) })
  expect((await admin.get(account)).body.lacksConsent).toBe(false)
  await admin.put(`/api/students/${mia}`, { dateOfBirth: birthday(2) })
  const { id } = await ask(admin, { kind: 'account', title: 'An account' })
  await answer(mother, id, 'given')
  expect((await admin.post(account, { by: 'invitation', email: 'mia@students.example' })).status).toBe(201)
  expect((await admin.get(account)).body).toMatchObject({ signInName: null, person: { state: 'invited' } })
  platform.clock.forward(61_000)
  expect((await admin.post(`${account}/invitation`)).status).toBe(200)
  await answer(mother, id, 'withdrawn')
  expect((await admin.post(`${account}/invitation`)).body.code).toBe('student.account-consent')
  const userId = (await admin.get(account)).body.person.id as string
  expect((await admin.post(`/api/people/${userId}/invitation`)).body.code).toBe('people.student')
  expect((await admin.delete(`/api/people/${userId}/invitation`)).body).toEqual({ isRemoved: false })
  expect((await admin.get(account)).body.person.state).toBe('no-account')
})

test('only admins of the organization create accounts of students', async ({ platform }) => {
  const organization = await platform.organization()
  const id = await student(await organization.signIn('tenant_admin'))
  for (const role of ['instructor', 'parent', 'student'] as const) {
    const client = await organization.signIn(role)
    expect((await client.get(`/api/students/${id}/account`)).status).toBe(403)
    expect((await client.post(`/api/students/${id}/account`, { by: 'password' })).status).toBe(403)
  }
  const superAdmin = await organization.client().signIn((await platform.superAdmin()).user?.email ?? '')
  expect((await superAdmin.post(`/api/students/${id}/account`, { by: 'password' })).status).toBe(201)
})
