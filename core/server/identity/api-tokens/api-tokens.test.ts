import { expect } from 'vitest'
import { MAX_API_TOKENS } from '#core/contract/api-tokens.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { buildApiToken, byToken } from '#core/testing/api-tokens.ts'
import { changeRow, rowOf } from '#core/testing/calls.ts'
import { openTestPlatform, pluginTest } from '#core/testing/harness.ts'
import { countRows } from '#core/testing/rows.ts'
import { remindOfApiTokens } from './reminders.ts'
import type { StoredApiTokens } from './api-tokens.ts'

const test = pluginTest([])
const DAY_MS = 86_400_000

test('a token is answered once, works by header alone, and sets no cookie', async ({ platform }) => {
  const organization = await platform.organization()
  const client = await organization.signIn('instructor')
  const body = { name: 'Nightly sync', scopes: ['user:read'], expiresInDays: 30 }
  const created = await client.post('/api/user/api-tokens', body)
  expect(created).toMatchObject({ status: 201, body: { name: 'Nightly sync', scopes: ['user:read'] } })
  const { token, id, visibleId } = created.body as { token: string; id: string; visibleId: string }
  expect(token.startsWith(`${visibleId}_`)).toBe(true)
  expect(JSON.stringify((await client.get('/api/user/api-tokens')).body)).not.toContain(token)

  const program = byToken(platform, organization.client(), token)
  const answer = await program.get('/api/user')
  expect(answer).toMatchObject({ status: 200, body: { id: client.user?.id } })
  expect(answer.headers['set-cookie']).toBeUndefined()
  expect((await organization.client().get(`/api/user?access_token=${token}`)).status).toBe(401)
  const both = { headers: { authorization: `Bearer ${token}` } }
  expect(await client.request('GET', '/api/user', both)).toMatchObject({
    status: 400,
    body: { code: 'api-token.with-cookie' },
  })
  const wrong = await byToken(platform, organization.client(), `${token}x`).get('/api/user')
  expect(wrong).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } })
  const missing = await program.get('/api/images/1b4e28ba-2fa1-41d2-883f-0016d3cca427')
  expect(missing).toMatchObject({
    status: 403,
    body: { details: { scope: 'images:read' } },
    headers: { 'www-authenticate': 'Bearer error="insufficient_scope", scope="images:read"' },
  })
  const stored = await rowOf(platform, 'api_tokens', { id })
  expect(JSON.stringify(stored)).not.toContain(token.slice(-43))
  expect(await rowOf(platform, 'mail_messages', { recipient: client.user?.email })).toMatchObject({
    subject: `The API token ${visibleId} was created for your account`,
  })
})

test.for([
  ['an unknown scope', { scopes: ['nothing:read'] }, 'scopes'],
  ['a scope of another role', { scopes: ['settings:write'] }, 'scopes'],
  ['no scope', { scopes: [] }, 'scopes'],
  ['no name', { name: ' ' }, 'name'],
  ['no end', { expiresInDays: 0 }, 'expiresInDays'],
  ['an end after a year', { expiresInDays: 366 }, 'expiresInDays'],
] as const)('refuses %s at its field', async ([, change, field], { platform }) => {
  const client = await (await platform.organization()).signIn('instructor')
  const body = { name: 'Sync', scopes: ['user:read'], expiresInDays: 30, ...change }
  expect(await client.post('/api/user/api-tokens', body)).toMatchObject({
    status: 400,
    body: { fields: { [field]: expect.any(String) } },
  })
})

test('parents have no tokens until the organization allows them', async ({ platform }) => {
  const organization = await platform.organization()
  const parent = await organization.signIn('parent')
  const body = { name: 'Sync', scopes: ['user:read'], expiresInDays: 30 }
  expect(await parent.post('/api/user/api-tokens', body)).toMatchObject({
    status: 403,
    body: { code: 'api-tokens.off' },
  })
  const admin = await organization.signIn('tenant_admin')
  await admin.put('/api/tenant/api-tokens/settings', { allowedFor: 'everyone' })
  expect((await parent.post('/api/user/api-tokens', body)).status).toBe(201)
})

test('super admins have tokens at the platform’s address alone', async ({ platform }) => {
  const superAdmin = await platform.superAdmin()
  const body = { name: 'Sync', scopes: ['user:read'], expiresInDays: 30 }
  expect((await superAdmin.post('/api/user/api-tokens', body)).status).toBe(201)
  const organization = await platform.organization()
  const there = await organization.client().signIn(superAdmin.user?.email ?? '')
  const off = { status: 403, body: { code: 'api-tokens.off' } }
  expect(await there.post('/api/user/api-tokens', body)).toMatchObject(off)
  const { token } = await buildApiToken(platform, there, { scopes: ['user:read'] })
  expect(await byToken(platform, organization.client(), token).get('/api/user')).toMatchObject(off)
})

test('a token that is revoked on one node is refused on another', async ({ platform }) => {
  const node = await openTestPlatform([], { on: platform })
  try {
    const organization = await platform.organization()
    const client = await organization.signIn('instructor')
    const { id, token } = await buildApiToken(platform, client, { scopes: ['user:read'] })
    const there = byToken(node, organization.client(), token)
    expect((await there.get('/api/user')).status).toBe(200)
    const calls = Array.from({ length: 20 }, () => there.get('/api/user'))
    expect((await client.delete(`/api/user/api-tokens/${id}`)).status).toBe(204)
    for (const { status } of await Promise.all(calls)) expect([200, 401]).toContain(status)
    await expect.poll(async () => (await there.get('/api/user')).status).toBe(401)
  } finally {
    await node.close()
  }
})

test('a token is refused while its person is deactivated, and works again after', async ({ platform }) => {
  const organization = await platform.organization()
  const client = await organization.signIn('instructor')
  const { token } = await buildApiToken(platform, client, { scopes: ['user:read'] })
  const program = byToken(platform, organization.client(), token)
  const id = client.user?.id ?? ''
  for (const [isActive, status] of [
    [true, 200],
    [false, 401],
    [true, 200],
  ] as const) {
    await changeRow(platform, 'users', { id }, { isActive })
    await platform.core.db.platform(systemActor, (scope) => platform.core.invalidations.announce(scope, 'user', id))
    expect((await program.get('/api/user')).status).toBe(status)
  }
})

test('the last use is written by the minute, not by the call', async ({ platform }) => {
  const organization = await platform.organization()
  const client = await organization.signIn('instructor')
  const { id, token } = await buildApiToken(platform, client, { scopes: ['user:read'] })
  await byToken(platform, organization.client(), token).get('/api/user')
  expect((await rowOf(platform, 'api_tokens', { id }))?.['lastUsedAt']).toBeNull()
  await (platform.core.apiTokens as StoredApiTokens).noteUsed()
  expect((await rowOf(platform, 'api_tokens', { id }))?.['lastUsedAt']).not.toBeNull()
})

test('emails a week before a token expires, once', async ({ platform }) => {
  const organization = await platform.organization()
  const client = await organization.signIn('instructor')
  await buildApiToken(platform, client, { scopes: ['user:read'], expiresInDays: 10 })
  const remind = () => remindOfApiTokens.perform(platform.core, null, {})
  const recipient = client.user?.email ?? ''
  await remind()
  expect(await countRows(platform, 'mail_messages', { recipient })).toBe(0)
  platform.clock.forward(4 * DAY_MS)
  await remind()
  await remind()
  expect(await countRows(platform, 'mail_messages', { recipient })).toBe(1)
  expect(await rowOf(platform, 'mail_messages', { recipient })).toMatchObject({
    subject: 'API token “Nightly sync” expires in 6 days',
  })
})

test('no one has more than twenty', async ({ platform }) => {
  const organization = await platform.organization()
  const client = await organization.signIn('instructor')
  for (let count = 0; count < MAX_API_TOKENS; count++) await buildApiToken(platform, client, { scopes: ['user:read'] })
  const body = { name: 'One more', scopes: ['user:read'], expiresInDays: 1 }
  expect(await client.post('/api/user/api-tokens', body)).toMatchObject({
    status: 409,
    body: { code: 'api-tokens.limit' },
  })
})
