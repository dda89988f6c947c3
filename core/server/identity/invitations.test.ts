import { expect } from 'vitest'
import { PASSWORD, pluginTest, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { unseal } from '../secrets.ts'
import { systemActor } from './actor.ts'
import { invite } from './invitations.ts'

const test = pluginTest([])
const NEW_PASSWORD = 'violet-harbour-9'

async function invited({ core }: TestPlatform, organization: TestOrganization) {
  const { id, email } = await organization.user('parent', { password: null, emailVerified: false })
  const send = async () => {
    await core.db.tenant(organization.id, systemActor, (scope) => invite(scope, id))
    return core.db.platform(systemActor, async ({ trx }) => {
      const mail = await trx('mail_messages')
        .where({ recipient: email })
        .orderBy('id', 'desc')
        .first<{ secret: Buffer; body: string }>('secret', 'body')
      expect(mail.body).toContain(`${organization.subdomain}.localhost`)
      return unseal(core.env.sessionKey, mail.secret) ?? ''
    })
  }
  return { id, email, send, token: await send() }
}

const acceptance = (token: string) => ({
  token,
  calledName: 'Mae',
  password: NEW_PASSWORD,
  confirmPassword: NEW_PASSWORD,
})

test('an invited user enters a preferred name and a password, keeps the name on record, and is signed in', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const { id, email, token } = await invited(platform, organization)
  const guest = organization.client()
  expect((await guest.post('/api/login', { email, password: PASSWORD })).status).toBe(401)
  expect((await guest.post('/api/invitations/open', { token })).body).toEqual({
    firstName: 'Ada',
    lastName: 'Lovelace',
    email,
    role: 'parent',
    tenantName: organization.name,
  })
  const weak = await guest.post('/api/invitations/accept', {
    ...acceptance(token),
    password: 'lovelace1',
    confirmPassword: 'lovelace1',
  })
  expect([weak.status, Object.keys(weak.body.fields)]).toEqual([400, ['password']])
  const accepted = await guest.post('/api/invitations/accept', acceptance(token))
  expect(accepted).toMatchObject({
    status: 200,
    body: { id, firstName: 'Ada', lastName: 'Lovelace', calledName: 'Mae', role: 'parent' },
  })
  expect((await guest.get('/api/user')).body.id).toBe(id)
  expect((await organization.client().signIn(email, NEW_PASSWORD)).user?.id).toBe(id)
  const [user] = await platform.core.db.platform(systemActor, ({ trx }) => trx('users').where({ id }))
  expect(user.emailVerifiedAt).not.toBeNull()
  expect((await guest.post('/api/invitations/open', { token })).body.code).toBe('identity.invitation-used')
})

test('a link that was replaced, is of another organization, or older than 14 days is refused with the reason', async ({
  platform,
}) => {
  const [organization, other] = [await platform.organization(), await platform.organization()]
  const { token: former, send } = await invited(platform, organization)
  platform.clock.forward(86_401_000)
  const token = await send()
  const codeOf = async (at: TestOrganization, given: string) =>
    (await at.client().post('/api/invitations/accept', acceptance(given))).body.code
  expect(await codeOf(organization, former)).toBe('identity.invitation-void')
  expect(await codeOf(other, token)).toBe('identity.invitation-void')
  platform.clock.forward(14 * 86_400_000 + 1000)
  const expired = await organization.client().post('/api/invitations/open', { token })
  expect(expired.body).toMatchObject({
    code: 'identity.invitation-expired',
    message: 'This invitation has expired. Ask North Star Robotics to send you another one.',
  })
  expect((await organization.client().post('/api/invitations/open', { token: await send() })).status).toBe(200)
})

test('an invitation gives no access to a suspended organization, and no password reset', async ({ platform }) => {
  const organization = await platform.organization()
  const { email, token } = await invited(platform, organization)
  const guest = organization.client()
  // The answer is the same for all addresses; a user without a password gets no link.
  expect((await guest.post('/api/password/forgot', { email })).status).toBe(202)
  const resets = await platform.core.db.platform(systemActor, ({ trx }) => trx('password_resets'))
  expect(resets).toEqual([])
  await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('tenants').where({ id: organization.id }).update({ status: 'suspended' }),
  )
  expect((await guest.post('/api/invitations/accept', acceptance(token))).body.code).toBe('tenant.suspended')
})
