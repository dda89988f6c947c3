import { expect } from 'vitest'
import { plugins } from '#config/plugins.ts'
import { PASSWORD, pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { addApp, addPasskey, signInWithPasskey } from '#core/testing/second-factor.ts'
import { restoreEverything } from './restore-everything.ts'
import { restoreOrganization } from './organization.ts'
import { archiveOf, restoreOptions } from './test-restores.ts'

const test = pluginTest(plugins, { env: { PLATFORM_DOMAIN: 'learn.example' } })

async function protectedPerson(platform: TestPlatform) {
  const organization = await platform.organization()
  const { email } = await organization.user('tenant_admin')
  const owner = await organization.client().signIn(email)
  const { code } = await addApp(platform, owner)
  const { device } = await addPasskey(owner)
  const remove = async () => {
    const [{ id }] = (await owner.get('/api/user/second-factor')).body.passkeys
    await owner.delete(`/api/user/passkeys/${id}`)
    await owner.delete('/api/user/authenticator-app')
  }
  return { organization, email, owner, code, device, remove }
}

test.for(['of everything', 'of the organization'] as const)(
  'a restore %s brings app, passkeys and recovery codes back, and nothing that was under way',
  async (kind, { platform }) => {
    const { organization, email, code, device, remove } = await protectedPerson(platform)
    const halfDone = organization.client()
    await halfDone.post('/api/login', { email, password: PASSWORD })
    const archive = await archiveOf(platform, kind === 'of everything' ? null : organization.id)
    await remove()
    await (kind === 'of everything' ? restoreEverything : restoreOrganization)(restoreOptions(platform, archive))
    const client = organization.client()
    expect((await client.post('/api/login', { email, password: PASSWORD })).body.details.methods).toEqual([
      'app',
      'passkey',
      'recovery-code',
    ])
    const give = (by: typeof client) => by.post('/api/login/second-step', { method: 'app', code: code(30) })
    expect((await give(halfDone)).body.code).toBe('identity.sign-in-again')
    expect((await give(client)).status).toBe(200)
    expect((await signInWithPasskey(organization.client(), device)).status).toBe(200)
  },
)

test('a copy of an organization asks for the app as the original does, and no passkey opens both', async ({
  platform,
}) => {
  const { organization, email, device } = await protectedPerson(platform)
  const subdomain = `${organization.subdomain}copy`
  const archive = await archiveOf(platform, organization.id)
  await restoreOrganization({ ...restoreOptions(platform, archive), subdomain })
  const onCopy = () => Object.assign(platform.client(), { host: `${subdomain}.learn.example` })
  const asked = await onCopy().post('/api/login', { email, password: PASSWORD })
  expect(asked.body.details.methods).toEqual(['app', 'recovery-code'])
  expect((await signInWithPasskey(onCopy(), device)).status).toBe(401)
  expect((await signInWithPasskey(organization.client(), device)).status).toBe(200)
})
