import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { PASSWORD, pluginTest, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { tenants } from '#plugins/tenants/plugin.ts'
import { tenantApp } from '../../../plugin.ts'
import { findOrInvite, type Invited } from './accounts.ts'

const test = pluginTest([audit, tenants, tenantApp])

const some = () => randomBytes(4).toString('hex')
const guardian = (given: Partial<Invited> = {}): Invited => ({
  email: `mae.${some()}@example.org`,
  firstName: 'Mae',
  lastName: 'Jemison',
  invite: true,
  ...given,
})

const ask = (
  { core }: TestPlatform,
  { id }: TestOrganization,
  role: 'tenant_admin' | 'instructor' | 'parent' | 'student',
  input: Invited,
) => core.db.tenant(id, systemActor, (scope) => findOrInvite(scope, role, input))

const mailsTo = ({ core }: TestPlatform, recipient = '') =>
  core.db.platform(systemActor, ({ trx }) => trx('mail_messages').where({ recipient }).pluck<string[]>('subject'))

test('a guardian invited several times at once is one user with one invitation, and is found from then on', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const input = guardian()
  const made = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      ask(platform, organization, 'parent', index % 2 ? input : { ...input, email: input.email?.toUpperCase() }),
    ),
  )
  expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  expect(made.filter(({ isNew }) => isNew)).toHaveLength(1)
  expect(await ask(platform, organization, 'parent', { ...input, invite: false })).toEqual({
    id: made[0]?.id,
    isNew: false,
  })
  const subjects = [...(await mailsTo(platform, input.email)), ...(await mailsTo(platform, input.email?.toUpperCase()))]
  expect(subjects).toEqual(['You are invited to North Star Robotics'])
})

test('an address that somebody has in another role, or is deactivated with, is refused at the field', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const { id, email } = await organization.user('instructor')
  const asking = (role: 'parent' | 'instructor') => ask(platform, organization, role, guardian({ email }))
  expect(await asking('instructor')).toEqual({ id, isNew: false })
  await expect(asking('parent')).rejects.toMatchObject({
    status: 409,
    fields: { email: 'Ada Lovelace has this email address, with the role Instructor' },
  })
  await platform.core.db.platform(systemActor, ({ trx }) => trx('users').where({ id }).update({ isActive: false }))
  await expect(asking('instructor')).rejects.toMatchObject({
    fields: { email: 'Ada Lovelace has this email address and is deactivated' },
  })
})

test('contacts without an address or invitation are users who cannot sign in, and are invited when asked for', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const nameless = guardian({ email: undefined, invite: false })
  const [one, other] = await Promise.all([1, 2].map(() => ask(platform, organization, 'parent', nameless)))
  expect(one?.id).not.toBe(other?.id)
  await expect(ask(platform, organization, 'parent', guardian({ email: undefined }))).rejects.toMatchObject({
    fields: { email: 'An invitation needs an email address' },
  })
  await expect(ask(platform, organization, 'instructor', nameless)).rejects.toMatchObject({ status: 400 })

  const contact = guardian({ invite: false })
  const { id } = await ask(platform, organization, 'parent', contact)
  expect(await mailsTo(platform, contact.email)).toEqual([])
  const login = await organization.client().post('/api/login', { email: contact.email, password: PASSWORD })
  expect(login.body.code).toBe('identity.wrong-credentials')
  expect(await ask(platform, organization, 'parent', { ...contact, invite: true })).toEqual({ id, isNew: false })
  expect(await mailsTo(platform, contact.email)).toHaveLength(1)
})

test('the super admin sees people without an address, finds them, and gives no password that nobody could use', async ({
  platform,
}) => {
  const admin = await platform.superAdmin()
  const organization = await platform.organization()
  const lastName = `Nobody${some()}`
  const { id } = await ask(platform, organization, 'parent', guardian({ email: undefined, invite: false, lastName }))
  const { body } = await admin.get(`/api/users/search?searchTerm=${lastName}`)
  expect(body.users).toMatchObject([{ id, email: null, username: `mae.${lastName.toLowerCase()}` }])
  expect((await admin.post(`/api/users/${id}/reset-password`)).body.code).toBe('tenants.no-account')
  const changed = await admin.put(`/api/users/${id}`, {
    email: `${lastName}@example.org`,
    words: 'They wrote to support',
  })
  expect(changed.body.email).toBe(`${lastName}@example.org`)
  expect(await mailsTo(platform, `${lastName}@example.org`)).toEqual([])
})

test('a plan that is full refuses staff in words and keeps guardians, whatever is asked for at once', async ({
  platform,
}) => {
  const admin = await platform.superAdmin()
  await admin.put('/api/settings', { maxUsersPerTenant: 2 })
  const organization = await platform.organization()
  await organization.user('tenant_admin')
  const staff = await Promise.allSettled([1, 2].map(() => ask(platform, organization, 'instructor', guardian())))
  expect(staff.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(staff.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: {
      message: expect.stringContaining('An organization may have 2 staff accounts, and this organization has 2.'),
    },
  })
  const kept = await Promise.all(Array.from({ length: 4 }, () => ask(platform, organization, 'parent', guardian())))
  expect(kept.every(({ isNew }) => isNew)).toBe(true)
  await admin.put('/api/settings', { maxUsersPerTenant: 100 })
})
