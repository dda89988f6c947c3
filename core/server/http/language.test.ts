import { expect } from 'vitest'
import { pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'

const test = pluginTest([], { env: { PLATFORM_LANGUAGES: 'en,es,ar' } })

/** Makes an organization that offers languages. */
async function organizationWith(platform: TestPlatform, languages: string[], defaultLanguage = 'en') {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const answer = await admin.put('/api/tenant/languages', { languages, defaultLanguage })
  expect(answer.body).toEqual({ languages, defaultLanguage })
  return { organization, admin }
}

const refusal = async (by: Client, headers: Record<string, string> = {}) =>
  (await by.request('GET', '/api/user', { headers })).body.message as string

const ENGLISH = 'Please sign in'
const SPANISH = 'Inicie sesión'

test('a guest gets errors in the language of the browser, where the organization offers it', async ({ platform }) => {
  const { organization } = await organizationWith(platform, ['en', 'es'])
  expect(await refusal(organization.client(), { 'accept-language': 'es-MX,es;q=0.9' })).toBe(SPANISH)
  expect(await refusal(organization.client(), { 'accept-language': 'fr,ar' })).toBe(ENGLISH)
  expect(await refusal(organization.client(), { cookie: 'trellis-language=es' })).toBe(SPANISH)
  const other = await platform.organization()
  expect(await refusal(other.client(), { 'accept-language': 'es' })).toBe(ENGLISH)
})

test('a browser that asks for no offered language gets the default one of the organization', async ({ platform }) => {
  const { organization } = await organizationWith(platform, ['en', 'es'], 'es')
  expect(await refusal(organization.client())).toBe(SPANISH)
  expect(await refusal(organization.client(), { 'accept-language': 'en-US,en' })).toBe(ENGLISH)
})

test('a parent chooses a language, in which messages of contracts and refusals then come', async ({ platform }) => {
  const { organization } = await organizationWith(platform, ['en', 'es'])
  const parent = await organization.signIn('parent')
  expect((await parent.put('/api/user', { language: 'ar' })).body.fields).toHaveProperty('language')
  expect((await parent.put('/api/user', { language: 'es' })).body.language).toBe('es')
  expect((await parent.put('/api/user', { calledName: 'A'.repeat(101) })).body.fields).toEqual({
    calledName: 'Como máximo 100 caracteres',
  })
  expect((await parent.get('/api/tenant/languages')).body.message).toBe('No tiene permiso para hacer esto')
})

test('an admin offers languages that the installation has, with one of them as default', async ({ platform }) => {
  const { admin, organization } = await organizationWith(platform, ['en', 'es', 'ar'])
  const refused = async (body: object) => (await admin.put('/api/tenant/languages', body)).body.fields
  expect(await refused({ languages: ['en', 'fr'], defaultLanguage: 'en' })).toHaveProperty('languages')
  expect(await refused({ languages: ['en'], defaultLanguage: 'es' })).toHaveProperty('defaultLanguage')
  expect(await refused({ languages: [], defaultLanguage: 'en' })).toHaveProperty('languages')
  for (const role of ['instructor', 'parent', 'student'] as const) {
    const by = await organization.signIn(role)
    expect((await by.put('/api/tenant/languages', { languages: ['en'], defaultLanguage: 'en' })).status).toBe(403)
  }
  expect((await organization.client().get('/api/platform')).body.tenant.languages).toEqual(['en', 'es', 'ar'])
})

test('readers of three languages at once each get their own', async ({ platform }) => {
  const { organization } = await organizationWith(platform, ['en', 'es', 'ar'])
  const ask = (language: string) => refusal(organization.client(), { 'accept-language': language })
  const answers = await Promise.all(['es', 'en', 'ar', 'es', 'en', 'ar'].map(ask))
  expect(new Set(answers).size).toBe(3)
  expect(answers.slice(0, 3)).toEqual(answers.slice(3))
})
