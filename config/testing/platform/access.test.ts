import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { expect } from 'vitest'
import { z } from 'zod'
import type { EndpointSpec } from '#core/contract/endpoint.ts'
import { isAmong, roles, type Role } from '#core/contract/roles.ts'
import { addApp } from '#core/testing/second-factor.ts'
import { PASSWORD, pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { plugins } from '#config/plugins.ts'

const test = pluginTest(plugins)

const root = new URL('../../../', import.meta.url)

interface Endpoint {
  name: string
  spec: EndpointSpec
}

const endpoints = ({ platform }: TestPlatform): Endpoint[] =>
  platform.contracts.flatMap(({ contract }) =>
    Object.values(contract).map((spec) => ({ name: `${spec.method} ${spec.path}`, spec })),
  )

const pathWith = ({ path }: EndpointSpec) => path.replace(/\{\w+\}/g, randomUUID())

/** A body that passes validation, as far as the schema describes it; undefined where there is none. */
function sampleBody({ body }: EndpointSpec): object | undefined {
  if (!body) return undefined
  return sample(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Schema) as object
}

interface Schema {
  type?: string
  format?: string
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  minLength?: number
  minimum?: number
}

function sample(schema: Schema): unknown {
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return sample(schema.anyOf[0] ?? {})
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, field]) => [name, sample(field)]))
    case 'array':
      return []
    case 'number':
    case 'integer':
      return schema.minimum ?? 1
    case 'boolean':
      return true
    case 'string':
      return sampleText(schema)
    default:
      return undefined
  }
}

function sampleText({ format, minLength = 1 }: Schema): string {
  if (format === 'uuid') return randomUUID()
  if (format === 'email') return 'mallory@example.org'
  if (format === 'date-time') return '2031-05-06T07:08:09Z'
  return 'sample text that is long enough'.padEnd(minLength, '.')
}

const call = (client: Client, { spec }: Endpoint) =>
  client.request(spec.method, pathWith(spec), spec.body ? { payload: sampleBody(spec) } : {})

test('without a session every endpoint answers 401 but those for anyone', async ({ platform }) => {
  const organization = await platform.organization()
  for (const endpoint of endpoints(platform)) {
    const { who, hosts } = endpoint.spec.access
    if (who === 'anyone') continue
    const client = hosts === 'tenant' ? organization.client() : platform.client()
    const answer = await call(client, endpoint)
    expect({ [endpoint.name]: answer.status }).toEqual({ [endpoint.name]: 401 })
  }
})

test('on a host where it does not exist, an endpoint is a 404 for every caller', async ({ platform }) => {
  const organization = await platform.organization()
  const onPlatform = await platform.superAdmin()
  const onTenant = await organization.signIn('tenant_admin')
  for (const endpoint of endpoints(platform)) {
    const { hosts } = endpoint.spec.access
    if (hosts === 'both') continue
    const answer = await call(hosts === 'platform' ? onTenant : onPlatform, endpoint)
    expect({ [endpoint.name]: answer.status }).toEqual({ [endpoint.name]: 404 })
  }
})

test('each wrong role is refused with 403 before anything else is looked at', async ({ platform }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('tenant_admin')
  const onPlatform: Partial<Record<Role, Client>> = {
    superadmin: await platform.superAdmin(),
    tenant_admin: await platform.client().signIn(email, PASSWORD),
  }
  const onTenant: Partial<Record<Role, Client>> = {}
  for (const role of ['tenant_admin', 'instructor', 'parent', 'student'] as const) {
    onTenant[role] = await organization.signIn(role)
    onPlatform[role] ??= await platform.client().signIn((await organization.user(role)).email)
  }
  onTenant.superadmin = await organization.client().signIn(onPlatform.superadmin?.user?.email ?? '')
  let refused = 0
  for (const endpoint of endpoints(platform)) {
    const { who, hosts } = endpoint.spec.access
    if (typeof who === 'string') continue
    for (const role of roles) {
      const clients = {
        platform: hosts !== 'tenant' && onPlatform[role],
        tenant: hosts !== 'platform' && onTenant[role],
      }
      for (const app of ['platform', 'tenant'] as const) {
        const client = clients[app]
        if (!client || isAmong(who, app, role)) continue
        const { status } = await call(client, endpoint)
        expect({ [`${endpoint.name} as ${role}`]: status }).toEqual({ [`${endpoint.name} as ${role}`]: 403 })
        refused++
      }
    }
  }
  expect(refused).toBeGreaterThan(20)
})

test('a temporary password opens only what leads to a new one', async ({ platform }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('tenant_admin', { temporary: true })
  const client = await organization.client().signIn(email)
  for (const endpoint of endpoints(platform)) {
    const { who, hosts, beforePasswordChange } = endpoint.spec.access
    if (hosts === 'platform' || beforePasswordChange || who === 'anyone' || who === 'device') continue
    const { body } = await call(client, endpoint)
    expect({ [endpoint.name]: body.code }).toEqual({ [endpoint.name]: 'identity.change-password' })
  }
})

test('a super admin who still has to set up a second factor is let into nothing else', async ({ platform }) => {
  const [first, second] = [await platform.superAdmin(), await platform.superAdmin()]
  await addApp(platform, first)
  await first.put('/api/settings', { requireSecondFactorForSuperAdmins: true })
  for (const endpoint of endpoints(platform)) {
    const { who, hosts, beforeSecondFactor } = endpoint.spec.access
    if (hosts === 'tenant' || beforeSecondFactor || who === 'anyone') continue
    const { body } = await call(second, endpoint)
    expect({ [endpoint.name]: body.code }).toEqual({ [endpoint.name]: 'identity.set-up-second-factor' })
  }
  await first.put('/api/settings', { requireSecondFactorForSuperAdmins: false })
})

test('ten minutes after signing in every sensitive endpoint asks who is there, before anything is looked at', async ({
  platform,
}) => {
  const superAdmin = await platform.superAdmin()
  const admin = await (await platform.organization()).signIn('tenant_admin')
  platform.clock.forward(10 * 60_000 + 1)
  const sensitive = endpoints(platform).filter(({ spec }) => spec.access.recentlyConfirmed)
  expect(sensitive.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'POST /api/admin/backup/restore/{id}',
      'GET /api/admin/backup/download/{id}',
      'POST /api/users/{id}/reset-password',
      'POST /api/users/{id}/reset-second-factor',
      'DELETE /api/user/authenticator-app',
    ]),
  )
  for (const endpoint of sensitive) {
    const { who } = endpoint.spec.access
    const isOfOrganization = Array.isArray(who) && !who.includes('superadmin')
    const { status, body } = await call(isOfOrganization ? admin : superAdmin, endpoint)
    expect({ [endpoint.name]: [status, body.code] }).toEqual({ [endpoint.name]: [403, 'identity.confirm'] })
  }
})

test("with another organization's session every endpoint of a host answers 401", async ({ platform }) => {
  const [mine, other] = [await platform.organization(), await platform.organization()]
  const client = mine.client()
  client.cookie = (await other.signIn('tenant_admin')).cookie
  for (const endpoint of endpoints(platform)) {
    const { who, hosts } = endpoint.spec.access
    if (who === 'anyone' || hosts === 'platform') continue
    const { status } = await call(client, endpoint)
    expect({ [endpoint.name]: status }).toEqual({ [endpoint.name]: 401 })
  }
})

test('every plugin goes through what it changes and what it takes ids for', ({ platform }) => {
  for (const [id, { routes = [] }] of platform.platform.parts) {
    const specs = routes.flatMap(({ contract }) => Object.values<EndpointSpec>(contract))
    if (!specs.some(({ method, params }) => method !== 'GET' || params)) continue
    const path = `plugins/${id}/testing/calls.test.ts`
    expect(existsSync(new URL(path, root)), `There is no ${path}, which calls testCalls`).toBe(true)
  }
})
