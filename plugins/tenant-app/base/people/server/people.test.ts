import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { unseal } from '#core/server/secrets.ts'
import { PASSWORD, pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { tenants } from '#plugins/tenants/plugin.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildStudent } from '../../../testing/factories.ts'
import type { Person } from '../contract.ts'

const test = pluginTest([audit, tenants, tenantApp])

const some = () => randomBytes(4).toString('hex')
const invitation = (given: object = {}) => ({
  role: 'instructor',
  email: `mae.${some()}@example.org`,
  firstName: 'Mae',
  lastName: 'Jemison',
  ...given,
})

const stateOf = async (by: Client, id: string) =>
  ((await by.get('/api/people')).body as Person[]).find((person) => person.id === id)?.state

const activeAdmins = ({ core }: TestPlatform, tenantId: string) =>
  core.db.platform(systemActor, ({ trx }) =>
    trx('users').where({ tenantId, role: 'tenant_admin', isActive: true }).pluck<string[]>('id'),
  )

test('the parents of the organization are listed by name to its staff alone, active ones, searched and paged', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const instructor = await organization.signIn('instructor')
  for (const lastName of ['Byron', 'Abbott', 'Curie']) await organization.user('parent', { lastName })
  const { id } = await organization.user('parent', { lastName: 'Gone' })
  const admin = await organization.signIn('tenant_admin')
  await admin.put(`/api/people/${id}`, { isActive: false })
  await (await platform.organization()).user('parent', { lastName: 'Elsewhere' })
  const { status, body } = await instructor.get('/api/users?role=parent')
  expect(status).toBe(200)
  expect(body.map(({ lastName }: Person) => lastName)).toEqual(['Abbott', 'Byron', 'Curie'])
  expect(Object.keys(body[0])).toEqual(['id', 'firstName', 'lastName', 'email'])
  expect((await instructor.get('/api/users?role=parent&search=BYR')).body).toHaveLength(1)
  const page = await instructor.get('/api/users?role=parent&limit=2')
  expect([page.body.length, page.headers.link]).toEqual([2, expect.stringContaining('offset=2')])
  for (const role of ['parent', 'student'] as const) {
    expect((await (await organization.signIn(role)).get('/api/users?role=parent')).status).toBe(403)
  }
})

test('people are invited once, sent another link, taken back, and found by role, state and name', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const input = invitation()
  const { status, body } = await admin.post('/api/people', input)
  expect(status).toBe(201)
  expect(body).toMatchObject({ email: input.email, role: 'instructor', state: 'invited', lastLoginAt: null })
  expect(body.invitedUntil).not.toBeNull()
  const again = await admin.post('/api/people', input)
  expect([again.status, again.body.fields]).toEqual([409, { email: 'Mae Jemison is invited already' }])
  platform.clock.forward(61_000)
  expect((await admin.post(`/api/people/${body.id}/invitation`)).body.state).toBe('invited')
  expect((await admin.get('/api/people?role=instructor&state=invited&search=jemi')).body).toHaveLength(1)
  expect((await admin.get('/api/people?state=no-account')).body).toEqual([])
  expect((await admin.post('/api/people', invitation({ role: 'student' }))).status).toBe(400)
  expect((await admin.post('/api/people', invitation({ role: 'superadmin' }))).status).toBe(400)
  const paged = await admin.get('/api/people?limit=1')
  expect([paged.body.length, paged.headers['x-total-count']]).toEqual([1, '2'])

  expect((await admin.delete(`/api/people/${body.id}/invitation`)).body).toEqual({ isRemoved: true })
  expect(await stateOf(admin, body.id)).toBeUndefined()
})

test('whom something refers to stays without an account when the invitation is taken back', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { body: parent } = await admin.post('/api/people', invitation({ role: 'parent' }))
  await buildStudent(platform, organization, { guardians: [parent.id] })
  const { body: instructor } = await admin.post('/api/people', invitation())
  const session = { name: 'Robots', startDate: '2031-05-06T07:00:00Z', endDate: '2031-05-06T08:00:00Z' }
  expect((await admin.post('/api/sessions', { ...session, instructorId: instructor.id })).status).toBe(201)
  for (const { id } of [parent, instructor]) {
    expect((await admin.delete(`/api/people/${id}/invitation`)).body).toEqual({ isRemoved: false })
  }
  expect([await stateOf(admin, parent.id), await stateOf(admin, instructor.id)]).toEqual(['no-account', 'inactive'])
  expect((await admin.delete(`/api/people/${parent.id}/invitation`)).body.code).toBe('people.not-invited')
  // Who is kept as a contact is invited where somebody asks for them again.
  const { body: invited } = await admin.post('/api/people', invitation({ role: 'parent', email: parent.email }))
  expect(invited).toMatchObject({ id: parent.id, state: 'invited' })
})

test('of accepting an invitation and taking it back at once, one works and the other says why not', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  for (const input of [invitation(), invitation(), invitation({ role: 'parent' })]) {
    const { body } = await admin.post('/api/people', input)
    const [secret] = await platform.core.db.platform(systemActor, ({ trx }) =>
      trx('mail_messages').where({ recipient: input.email }).pluck<Buffer[]>('secret'),
    )
    const token = unseal(platform.core.env.sessionKey, secret as Buffer) ?? ''
    const password = 'violet-harbour-9'
    const acceptance = { token, firstName: 'Mae', lastName: 'Jemison', password, confirmPassword: password }
    const [accepted, revoked] = await Promise.all([
      organization.client().post('/api/invitations/accept', acceptance),
      admin.delete(`/api/people/${body.id}/invitation`),
    ])
    expect([
      [200, 409],
      [400, 200],
    ]).toContainEqual([accepted.status, revoked.status])
    expect(await stateOf(admin, body.id)).toBe(accepted.status === 200 ? 'active' : undefined)
  }
})

test('a deactivated person is out at once, and in again when activated, unless the plan is full', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const [admin, member] = [await organization.signIn('tenant_admin'), await organization.signIn('instructor')]
  const path = `/api/people/${member.user?.id}`
  expect((await admin.put(path, { isActive: false })).body.state).toBe('inactive')
  expect((await member.get('/api/user')).status).toBe(401)
  const superAdmin = await platform.superAdmin()
  await superAdmin.put('/api/settings', { maxUsersPerTenant: 1 })
  expect((await admin.put(path, { isActive: true })).body.code).toBe('plan.limit')
  await superAdmin.put('/api/settings', { maxUsersPerTenant: 100 })
  expect((await admin.put(path, { isActive: true })).body.state).toBe('active')
  expect((await organization.client().signIn(member.user?.email ?? '')).user?.id).toBe(member.user?.id)
})

test('another address has to be proven, and an invitation follows it', async ({ platform }) => {
  const organization = await platform.organization()
  const [admin, member] = [await organization.signIn('tenant_admin'), await organization.signIn('parent')]
  const mails = (recipient: string) =>
    platform.core.db.platform(systemActor, ({ trx }) =>
      trx('mail_messages').where({ recipient }).pluck<string[]>('subject'),
    )
  const [moved, invited] = [`moved.${some()}@example.org`, `invited.${some()}@example.org`]
  expect((await admin.put(`/api/people/${member.user?.id}`, { email: moved })).body.email).toBe(moved)
  expect((await member.get('/api/user')).status).toBe(401)
  expect(await mails(moved)).toEqual(['Verify your email address'])
  expect(await mails(member.user?.email ?? '')).toEqual(['Your email address was changed'])
  expect((await admin.put(`/api/people/${member.user?.id}`, { email: null })).body.fields).toEqual({
    email: 'Users who sign in need an email address',
  })
  const { body } = await admin.post('/api/people', invitation())
  platform.clock.forward(61_000)
  expect((await admin.put(`/api/people/${body.id}`, { email: invited })).body.state).toBe('invited')
  expect(await mails(invited)).toEqual(['You are invited to North Star Robotics'])
  expect((await admin.put(`/api/people/${body.id}`, { email: moved })).status).toBe(409)
})

test('nobody is mailed more than one invitation, or link for another address, a minute, whoever asks at once', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id } = await organization.user('parent', { password: null, emailVerified: false })
  const member = await organization.user('parent')
  const moved = (of: string) => admin.put(`/api/people/${of}`, { email: `moved.${some()}@example.org` })
  const mailed = () =>
    platform.core.db.platform(systemActor, async ({ trx }) => {
      const sent = await trx('mail_messages').where({ tenantId: organization.id }).pluck<string[]>('subject')
      return ['You are invited', 'Verify your email'].map((what) => sent.filter((mail) => mail.startsWith(what)).length)
    })
  const asked = await Promise.all(Array.from({ length: 5 }, () => admin.post(`/api/people/${id}/invitation`)))
  expect(asked.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 429, 429, 429, 429])
  expect((await moved(id)).body.message).toBe(
    'An invitation was emailed less than a minute ago. Try again in a minute.',
  )
  expect([(await moved(member.id)).status, (await moved(member.id)).body.code]).toEqual([
    200,
    'identity.mailed-just-now',
  ])
  expect(await mailed()).toEqual([1, 1])
  platform.clock.forward(61_000)
  expect([(await moved(id)).status, (await moved(member.id)).status]).toEqual([200, 200])
  expect(await mailed()).toEqual([2, 2])
})

test('a read-only organization still keeps people out, and changes nothing else about them', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id } = await organization.user('instructor')
  const { body: invited } = await admin.post('/api/people', invitation())
  await platform.core.db.platform(systemActor, async (scope) => {
    await scope.trx('tenants').where({ id: organization.id }).update({ readOnly: true })
    await scope.core.invalidations.announce(scope, 'tenant', organization.id)
  })
  await expect
    .poll(async () => (await admin.post('/api/people', invitation())).body.code)
    .toBe('subscription.read-only')
  for (const change of [{ firstName: 'Grace' }, { firstName: 'Grace', isActive: false }, { isActive: true }, {}]) {
    expect((await admin.put(`/api/people/${id}`, change)).body.code).toBe('subscription.read-only')
  }
  expect((await admin.put(`/api/people/${id}`, { isActive: false })).body.state).toBe('inactive')
  expect((await admin.delete(`/api/people/${invited.id}/invitation`)).body).toEqual({ isRemoved: true })
})

test('after ten minutes what would let a thief stay asks who is there: addresses, roles, and inviting staff', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const [instructor, parent] = [await organization.user('instructor'), await organization.user('parent')]
  const { body: invited } = await admin.post('/api/people', invitation())
  const { body: contact } = await admin.post('/api/people', invitation({ role: 'parent' }))
  await admin.put(`/api/people/${parent.id}`, { isActive: false })
  platform.clock.forward(11 * 60_000)
  const moved = () => ({ email: `thief.${some()}@example.org` })
  const asked = [
    ...[admin.user?.id, instructor.id, parent.id, invited.id].map((id) => admin.put(`/api/people/${id}`, moved())),
    admin.put(`/api/people/${instructor.id}`, { role: 'tenant_admin' }),
    admin.post('/api/people', invitation({ role: 'tenant_admin' })),
    admin.post('/api/people', invitation()),
  ]
  expect(new Set((await Promise.all(asked)).map(({ body }) => body.code))).toEqual(new Set(['identity.confirm']))
  const unasked = [
    await admin.put(`/api/people/${instructor.id}`, { firstName: 'Grace', isActive: false }),
    await admin.put(`/api/people/${contact.id}`, moved()),
    await admin.post('/api/people', invitation({ role: 'parent' })),
  ]
  expect(unasked.map(({ status }) => status)).toEqual([200, 200, 201])
  // A deactivated account keeps its password, and signs in again once it is active.
  expect((await admin.put(`/api/people/${parent.id}`, { email: null })).body.fields).toEqual({
    email: 'Users who sign in need an email address',
  })
})

test('of two admins who deactivate or demote each other at once, one stays, the super admin included', async ({
  platform,
}) => {
  const superAdmin = await platform.superAdmin()
  for (const change of [{ isActive: false }, { role: 'instructor' }]) {
    const organization = await platform.organization()
    const admins = [await organization.signIn('tenant_admin'), await organization.signIn('tenant_admin')] as const
    const [one, other] = admins.map(({ user }) => user?.id ?? '')
    await Promise.all([
      admins[0].put(`/api/people/${other}`, change),
      admins[1].put(`/api/people/${one}`, change),
      superAdmin.put(`/api/users/${one}`, { isActive: false }),
      superAdmin.put(`/api/users/${other}`, { isActive: false }),
    ])
    expect(await activeAdmins(platform, organization.id)).toHaveLength(1)
  }
  const organization = await platform.organization()
  const only = await organization.signIn('tenant_admin')
  // Somebody who was only invited cannot take over.
  await only.post('/api/people', invitation({ role: 'tenant_admin' }))
  expect((await superAdmin.put(`/api/users/${only.user?.id}`, { isActive: false })).body.fields).toEqual({
    isActive: 'This is the only active admin of the organization. Add another one first.',
  })
})

test('roles change between admin and instructor alone, and nobody changes what they are themselves', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const [admin, member] = [await organization.signIn('tenant_admin'), await organization.signIn('instructor')]
  const own = `/api/people/${admin.user?.id}`
  expect((await admin.put(`/api/people/${member.user?.id}`, { role: 'tenant_admin' })).body.role).toBe('tenant_admin')
  expect((await member.get('/api/people')).status).toBe(200)
  expect((await admin.put(own, { role: 'instructor' })).body.fields).toEqual({
    role: 'You cannot change your own role',
  })
  expect((await admin.put(own, { isActive: false })).body.fields).toEqual({
    isActive: 'You cannot deactivate your own account',
  })
  expect((await admin.post(`${own}/reset-password`)).body.code).toBe('people.own-password')
  const { id } = await organization.user('parent')
  expect((await admin.put(`/api/people/${id}`, { role: 'instructor' })).status).toBe(400)
  expect((await admin.put(`/api/people/${id}`, { role: 'superadmin' })).status).toBe(400)
})

test('a reset password is temporary, mailed, and stored readable nowhere; who has no account has none to reset', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const [admin, member] = [await organization.signIn('tenant_admin'), await organization.signIn('parent')]
  const path = `/api/people/${member.user?.id}/reset-password`
  const { body } = await admin.post(path)
  expect(body).toEqual({ signInName: member.user?.email, newPassword: expect.stringMatching(/^[a-zA-Z2-9]{12}$/) })
  expect((await member.get('/api/user')).status).toBe(401)
  const email = member.user?.email ?? ''
  expect((await organization.client().post('/api/login', { email, password: PASSWORD })).status).toBe(401)
  expect((await organization.client().signIn(email, body.newPassword)).user?.mustChangePassword).toBe(true)
  const kept = await platform.core.db.platform(systemActor, async ({ trx }) => [
    await trx('audit_logs').where({ tenantId: organization.id }),
    await trx('mail_messages').where({ recipient: email }).select('subject', 'body'),
  ])
  expect(JSON.stringify(kept)).toContain('Your new password for North Star Robotics')
  expect(JSON.stringify(kept)).not.toContain(body.newPassword)
  const { body: invited } = await admin.post('/api/people', invitation())
  expect((await admin.post(`/api/people/${invited.id}/reset-password`)).body.code).toBe('people.no-account')
  platform.clock.forward(11 * 60_000)
  expect((await admin.post(path)).body.code).toBe('identity.confirm')
})

test('people are managed by admins of the organization, on both hosts, and by super admins on its host', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const { id, email } = await organization.user('tenant_admin')
  await organization.user('tenant_admin')
  const superAdmin = await platform.superAdmin()
  const onHost = await organization.client().signIn(superAdmin.user?.email ?? '')
  const onPlatform = await platform.client().signIn(email)
  for (const client of [onHost, onPlatform]) {
    expect((await client.get('/api/people')).body.map((person: Person) => person.id)).toContain(id)
    expect((await client.post('/api/people', invitation())).status).toBe(201)
  }
  expect((await superAdmin.get('/api/people')).status).toBe(403)
  for (const role of ['instructor', 'parent', 'student'] as const) {
    const client = await organization.signIn(role)
    expect((await client.get('/api/people')).status).toBe(403)
    expect((await client.post('/api/people', invitation())).status).toBe(403)
    expect((await client.put(`/api/people/${id}`, { isActive: false })).status).toBe(403)
  }
})
