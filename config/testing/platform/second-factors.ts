import { PASSWORD, type Client } from '#core/testing/harness.ts'
import { TestAuthenticator } from '#core/testing/authenticator.ts'
import { addApp, addPasskey, appOf, signInWithPasskey } from '#core/testing/second-factor.ts'
import { randomText, type Call, type Calls, type World } from '#core/testing/calls.ts'

/** A user of an organization who changes their own account. */
async function owner({ organization }: World): Promise<Client> {
  return organization.signIn('parent')
}

const ownChange = (by: Client, action: string, more: Partial<Call> = {}): Call => ({
  by,
  action,
  resource: 'user',
  resourceId: by.user?.id ?? '',
  ...more,
})

async function withPasskey(world: World): Promise<{ by: Client; id: string; device: TestAuthenticator }> {
  const by = await owner(world)
  const { device } = await addPasskey(by)
  const { body } = await by.get('/api/user/second-factor')
  return { by, device, id: body.passkeys[0].id }
}

/**
 * A call of each endpoint that changes something about second factors. A challenge is used up and a guess is counted,
 * whatever comes of them.
 */
export const secondFactors: Calls = {
  'POST /api/login/passkey': async (world) => {
    const { by: member, device } = await withPasskey(world)
    const by = world.organization.client()
    await signInWithPasskey(by, device)
    await by.post('/api/logout')
    const response = device.answer((await by.get('/api/login/passkey')).body, by)
    const expected = { body: { response }, userId: member.user?.id ?? '', keeps: ['auth_challenges'] }
    return { ...ownChange(member, 'auth.signed-in', expected), by }
  },
  'POST /api/login/second-step': async (world) => {
    const member = await owner(world)
    const { code } = await addApp(world.platform, member)
    const by = world.organization.client()
    await by.post('/api/login', { email: member.user?.email, password: PASSWORD })
    const body = { method: 'app', code: code(30) }
    const keeps = ['auth_challenges', 'second_factor_guesses']
    return { ...ownChange(member, 'auth.signed-in', { body, userId: member.user?.id ?? '', keeps }), by }
  },
  'POST /api/user/second-factor/decline': async ({ organization }) =>
    ownChange(await organization.signIn('tenant_admin'), 'auth.second-factor-declined'),
  'POST /api/user/authenticator-app': async (world) => {
    const by = await owner(world)
    const code = appOf(world.platform, (await by.get('/api/user/authenticator-app')).body.secret)
    return ownChange(by, 'auth.authenticator-app-added', { body: { code: code() } })
  },
  'DELETE /api/user/authenticator-app': async (world) => {
    const by = await owner(world)
    await addApp(world.platform, by)
    return ownChange(by, 'auth.authenticator-app-removed')
  },
  'POST /api/user/passkeys': async (world) => {
    const by = await owner(world)
    const response = new TestAuthenticator().create((await by.get('/api/user/passkeys')).body, by)
    return ownChange(by, 'auth.passkey-added', { body: { name: randomText(), response }, keeps: ['auth_challenges'] })
  },
  'PUT /api/user/passkeys/{id}': async (world) => {
    const { by, id } = await withPasskey(world)
    return ownChange(by, 'auth.passkey-renamed', { params: [id], body: { name: randomText() } })
  },
  'DELETE /api/user/passkeys/{id}': async (world) => {
    const { by, id } = await withPasskey(world)
    return ownChange(by, 'auth.passkey-removed', { params: [id] })
  },
  'POST /api/user/recovery-codes': async (world) => {
    const { by } = await withPasskey(world)
    return ownChange(by, 'auth.recovery-codes-made')
  },
  'POST /api/user/confirmation': async (world) => {
    const by = await owner(world)
    const body = { method: 'password', password: PASSWORD }
    return ownChange(by, 'auth.confirmed', { body, keeps: ['sign_in_failures'] })
  },
}
