import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { plugins } from '#config/plugins.ts'
import { apiGroup, groupLabel, scopeOf } from '#core/contract/api-scopes.ts'
import type { EndpointSpec } from '#core/contract/endpoint.ts'
import { isAmong, type Role } from '#core/contract/roles.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { changeRow } from '#core/testing/calls.ts'
import { buildApiToken, byToken } from '#core/testing/api-tokens.ts'
import { pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'

const test = pluginTest(plugins)

const nameOf = ({ method, path }: EndpointSpec) => `${method} ${path}`

const endpoints = ({ platform }: TestPlatform): EndpointSpec[] =>
  platform.contracts.flatMap(({ contract }) => Object.values(contract))

/** Calls of an endpoint with ids that name nothing and without a body: access is decided before either is read. */
const call = (client: Client, { method, path }: EndpointSpec) =>
  client.request(
    method,
    path.replace(/\{\w+\}/g, () => randomUUID()),
  )

/** Subjects that open accounts, give out secrets, erase, or show what is confided about children. */
const neverByToken =
  /^\/api\/(?:login|logout|register|password|invitations\/|email-verification|hand-over|user\/(?!api$)\w|concerns|incidents|safeguarding$|personal-exports|erasures$|erasure-requests|exports|students\/\{id\}\/health|students\/\{id\}\/emergency|admin\/backup\/(?:restore|download)|admin\/users$|tenant\/api-tokens|tenant\/webhooks|tenant\/lti\/|tenant\/lessons\/\{lessonId\}\/tool$|kiosk|push\/|files\/\{id\}\/interactive|join-requests\/\{id\}\/approval|sessions\/\{id\}\/door\/(?:slips|badges|emergency-sheet)|students\/\{id\}\/guardians\/\{guardianId\}\/restriction|today-pack$|sso\/)/

test('every endpoint has a scope or is by session only, and what is sensitive has none', ({ platform }) => {
  const specs = endpoints(platform)
  const open = specs.filter((spec) => scopeOf(spec) !== null)
  expect(open.length).toBeGreaterThan(400)
  for (const spec of open) expect(scopeOf(spec), nameOf(spec)).toMatch(/^[a-z][a-z-]*:(?:read|write)$/)
  const sensitive = open.filter(({ path }) => neverByToken.test(path))
  expect(sensitive.map(nameOf)).toEqual([])
  const labels = new Set(open.map(({ path }) => groupLabel(apiGroup(path))))
  expect(labels.size).toBe(new Set(open.map(({ path }) => apiGroup(path))).size)
})

// A new endpoint is open to tokens unless its contract says `sessionOnly`: the list makes that a decision.
test('the endpoints that accept API tokens are those of the list, which `vitest --update` writes anew', async ({
  platform,
}) => {
  const lines = endpoints(platform).flatMap((spec) => {
    const scope = scopeOf(spec)
    return scope === null ? [] : `${scope} ${nameOf(spec)}\n`
  })
  await expect(lines.toSorted().join('')).toMatchFileSnapshot('api-token-endpoints.txt')
})

test('each endpoint answers every kind of token by what it declares', async ({ platform }) => {
  const organization = await platform.organization()
  const other = await platform.organization()
  const scopes = [...new Set(endpoints(platform).flatMap((spec) => scopeOf(spec) ?? []))]
  const admin = await organization.signIn('tenant_admin')
  const superAdmin = await platform.superAdmin()
  const gone = await organization.signIn('tenant_admin')
  const build = (client: Client, given: string[] = scopes, expiresInDays = 1) =>
    buildApiToken(platform, client, { scopes: given, expiresInDays })
  const [full, none, expired, revoked, ofGone] = [
    await build(admin),
    await build(admin, ['nothing:read']),
    await build(admin, scopes, -1),
    await build(admin),
    await build(gone),
  ]
  const ofPlatform = { full: await build(superAdmin), none: await build(superAdmin, ['nothing:read']) }
  await admin.delete(`/api/user/api-tokens/${revoked.id}`)
  await superAdmin.put(`/api/users/${gone.user?.id ?? ''}`, { isActive: false })

  for (const spec of endpoints(platform)) {
    const { hosts, who } = spec.access
    const isOfPlatform = hosts === 'platform'
    const home = isOfPlatform ? platform.client() : organization.client()
    const own = isOfPlatform ? ofPlatform : { full, none }
    const role: Role = isOfPlatform ? 'superadmin' : 'tenant_admin'
    const answer = async (client: Client, token: string) => {
      const { status, body, headers } = await call(byToken(platform, client, token), spec)
      expect(headers['set-cookie'], nameOf(spec)).toBeUndefined()
      return `${status} ${(body as { code?: string } | undefined)?.code ?? ''}`.trim()
    }
    const scope = scopeOf(spec)
    const isAllowed =
      scope !== null && (typeof who === 'string' || isAmong(who, isOfPlatform ? 'platform' : 'tenant', role))
    const answers = {
      lacking: await answer(home, own.none.token),
      expired: await answer(home, expired.token),
      revoked: await answer(home, revoked.token),
      elsewhere: await answer(other.client(), full.token),
      deactivated: await answer(organization.client(), ofGone.token),
    }
    const invalid = '401 api-token.invalid'
    expect({ [nameOf(spec)]: answers }).toEqual({
      [nameOf(spec)]: {
        lacking: scope === null ? '403 api-token.session-only' : '403 api-token.scope',
        expired: invalid,
        revoked: invalid,
        elsewhere: invalid,
        deactivated: invalid,
      },
    })
    // Calls that change something carry a body that is refused: access is decided by then.
    if (spec.method !== 'GET' && !spec.body && !spec.path.includes('{')) continue
    const given = await answer(home, own.full.token)
    expect(given, nameOf(spec)).toMatch(isAllowed ? /^(?!401|403 forbidden)(?!.*api-token)/ : /^403/)
  }
})

test('a token ends with the rights of its person', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const instructor = await organization.signIn('instructor')
  const { token } = await buildApiToken(platform, instructor, {
    scopes: ['settings:read', 'user:read', 'sessions:read'],
  })
  const program = byToken(platform, organization.client(), token)
  expect((await program.get('/api/sessions')).status).toBe(200)
  expect(await program.get('/api/tenant/settings')).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  expect((await admin.put('/api/tenant/api-tokens/settings', { allowedFor: 'off' })).status).toBe(200)
  expect(await program.get('/api/sessions')).toMatchObject({ status: 403, body: { code: 'api-tokens.off' } })
  await admin.put('/api/tenant/api-tokens/settings', { allowedFor: 'staff' })
  expect((await program.get('/api/sessions')).status).toBe(200)
  await changeRow(platform, 'users', { id: instructor.user?.id }, { mustChangePassword: true })
  await platform.core.db.platform(systemActor, (scope) =>
    platform.core.invalidations.announce(scope, 'user', instructor.user?.id ?? ''),
  )
  expect(await program.get('/api/sessions')).toMatchObject({ status: 403, body: { code: 'identity.change-password' } })
})
