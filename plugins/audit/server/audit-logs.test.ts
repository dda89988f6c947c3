import { expect } from 'vitest'
import { record } from '#core/server/audit.ts'
import type { AuditEntry } from '#core/server/audit-entry.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'
import type { AuditLog } from '../contract.ts'
import { audit } from '../plugin.ts'

const test = pluginTest([audit])

const DAY_MS = 24 * 3600 * 1000

/** Records acts, each with its own description, some days ago. */
async function acts({ core }: TestPlatform, entries: (Partial<AuditEntry> & { daysAgo?: number })[]): Promise<void> {
  await core.db.platform(systemActor, async (scope) => {
    for (const { daysAgo = 0, ...entry } of entries) {
      const clock = { ...core.clock, now: () => new Date(core.clock.now().getTime() - daysAgo * DAY_MS) }
      await record(
        { ...scope, core: { ...core, clock } },
        { action: 'thing.changed', category: 'account', description: 'Changed a thing', ...entry },
      )
    }
  })
}

const descriptions = async (client: Client, query: string): Promise<string[]> => {
  const { status, body } = await client.get(`/api/audit-logs?${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return (body as AuditLog[]).map(({ description }) => description)
}

const nextOf = (headers: Record<string, unknown>) => /^<([^>]+)>; rel="next"$/.exec(String(headers['link']))?.[1]

test('the list has the fields of the specification and no others', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const { status, body } = await admin.get('/api/audit-logs')
  expect(status).toBe(200)
  expect(body[0]).toEqual({
    id: expect.any(String),
    action: 'auth.signed-in',
    description: 'Ada Lovelace signed in',
    category: 'auth',
    severity: 'info',
    success: true,
    userName: 'Ada Lovelace',
    userEmail: admin.user?.email,
    tenantName: null,
    ipAddress: '127.0.0.1',
    resource: 'user',
    resourceId: admin.user?.id,
    errorMessage: null,
    metadata: { requestId: expect.any(String), method: 'password' },
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  })
})

test('category, severity and organization narrow the list, alone and together', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const organization = await platform.organization()
  await acts(platform, [
    { description: 'billing info', category: 'billing' },
    { description: 'billing error', category: 'billing', severity: 'error', tenantId: organization.id },
    { description: 'system error', category: 'system', severity: 'error', tenantId: organization.id },
  ])
  expect(await descriptions(admin, 'category=billing')).toEqual(['billing error', 'billing info'])
  expect(await descriptions(admin, 'severity=error')).toEqual(['system error', 'billing error'])
  expect(await descriptions(admin, 'severity=error&category=billing')).toEqual(['billing error'])
  expect(await descriptions(admin, `tenantId=${organization.id}`)).toEqual(['system error', 'billing error'])
  const all = await descriptions(admin, 'category=all&severity=all')
  expect(all).toEqual(await descriptions(admin, ''))
  expect(all).toEqual(expect.arrayContaining(['billing error', 'system error', 'Ada Lovelace signed in']))
})

test('the last seven days unless asked otherwise', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const organization = await platform.organization()
  const days = [0.5, 2, 10, 40, 100]
  await acts(
    platform,
    days.map((daysAgo) => ({ description: String(daysAgo), daysAgo, tenantId: organization.id })),
  )
  const within = (query: string) => descriptions(admin, `tenantId=${organization.id}&${query}`)
  expect(await within('')).toEqual(['0.5', '2'])
  expect(await within('range=1d')).toEqual(['0.5'])
  expect(await within('range=30d')).toEqual(['0.5', '2', '10'])
  expect(await within('range=90d')).toEqual(['0.5', '2', '10', '40'])
  const daysBack = (count: number) => new Date(platform.clock.now().getTime() - count * DAY_MS).toISOString()
  expect(await within(`from=${daysBack(50)}&to=${daysBack(5)}`)).toEqual(['10', '40'])
  expect(await within(`to=${daysBack(50)}`)).toEqual(['100'])
  expect(await within(`from=${daysBack(5)}&range=90d`)).toEqual(['0.5', '2'])
})

test('a search finds part of what is shown, whatever its case, and takes % and _ as they are', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const organization = await platform.organization({ name: 'Quiet Quarry School' })
  await acts(platform, [
    { description: 'Gave 100% to robots' },
    { description: 'Gave 1000 to robots' },
    { description: 'first', resourceId: 'robot_arm' },
    { description: 'second', resourceId: 'robotXarm' },
    { description: 'third', errorMessage: 'Back\\slash' },
    { description: 'fourth', tenantId: organization.id },
  ])
  const found = (text: string) => descriptions(admin, `search=${encodeURIComponent(text)}`)
  expect(await found('100%')).toEqual(['Gave 100% to robots'])
  expect(await found('TO ROBOTS')).toEqual(['Gave 1000 to robots', 'Gave 100% to robots'])
  expect(await found('robot_a')).toEqual(['first'])
  expect(await found('k\\s')).toEqual(['third'])
  expect(await found('quiet quarry')).toEqual(['fourth'])
  expect(await found(admin.user?.email as string)).toEqual(['Ada Lovelace signed in'])
  expect(await found('nothing has this')).toEqual([])
})

test('a search finds old entries as well as new ones, page by page', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const { id } = await platform.organization()
  const needle = (description: string) => ({ description: `needle ${description}`, tenantId: id })
  await acts(platform, [
    needle('oldest'),
    needle('older'),
    ...Array.from({ length: 150 }, () => ({ tenantId: id })),
    needle('newest'),
  ])
  const found = async (query: string) => {
    const pages: string[] = []
    let url: string | undefined = `/api/audit-logs?tenantId=${id}&${query}`
    while (url) {
      const { body, headers } = await admin.get(url)
      pages.push(...(body as AuditLog[]).map(({ description }) => description))
      url = nextOf(headers)
    }
    return pages
  }
  const newestFirst = ['needle newest', 'needle older', 'needle oldest']
  expect(await found('limit=1&search=needle')).toEqual(newestFirst)
  expect(await found('limit=1&search=needle&sort=createdAt')).toEqual(newestFirst.toReversed())
  const all = await found('limit=100')
  expect(all).toHaveLength(153)
  expect(await found('limit=100&sort=createdAt')).toEqual(all.toReversed())
})

test('following the next link shows every entry once, while new ones arrive', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const { id } = await platform.organization()
  const names = Array.from({ length: 25 }, (_, index) => `act ${index}`)
  await acts(
    platform,
    names.map((description) => ({ description, tenantId: id })),
  )
  const seen: string[] = []
  let url: string | undefined = `/api/audit-logs?tenantId=${id}&limit=10`
  const sizes: number[] = []
  while (url) {
    expect(new URL(url, 'http://host').searchParams.get('tenantId')).toBe(id)
    const { status, body, headers } = await admin.get(url)
    expect(status).toBe(200)
    sizes.push(body.length)
    seen.push(...(body as AuditLog[]).map(({ description }) => description))
    url = nextOf(headers)
    await acts(platform, [{ description: 'arrived meanwhile', tenantId: id }])
  }
  expect(sizes).toEqual([10, 10, 5])
  expect(seen.toSorted()).toEqual(names.toSorted())
})

test('100 entries are a page unless asked otherwise, and the last page has no next link', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const { id } = await platform.organization()
  await acts(
    platform,
    Array.from({ length: 101 }, () => ({ tenantId: id })),
  )
  const first = await admin.get(`/api/audit-logs?tenantId=${id}`)
  expect(first.body).toHaveLength(100)
  expect(nextOf(first.headers)).toBeDefined()
  const whole = await admin.get(`/api/audit-logs?tenantId=${id}&limit=101`)
  expect(whole.body).toHaveLength(101)
  expect(whole.headers).not.toHaveProperty('link')
})

test('a cursor that was tampered with is refused', async ({ platform }) => {
  const admin = await platform.superAdmin()
  await acts(platform, [{}, {}])
  const { headers } = await admin.get('/api/audit-logs?limit=1')
  const cursor = new URL(nextOf(headers) as string, 'http://host').searchParams.get('cursor') as string
  const text = Buffer.from(cursor, 'base64url').toString()
  const forged = [
    `${cursor}x`,
    cursor.slice(0, -2),
    Buffer.from(text.replace(/^\d/, '1')).toString('base64url'),
    Buffer.from(text.replace(/[0-9a-f]_/, (end) => `${end.startsWith('0') ? '1' : '0'}_`)).toString('base64url'),
    Buffer.from(`9999-99-99T99:99:99.999Z_${'-'.repeat(36)}_${'a'.repeat(16)}`).toString('base64url'),
    'nonsense',
    '%00',
    '',
  ]
  for (const one of forged) {
    const { status, body } = await admin.get(`/api/audit-logs?cursor=${one}`)
    expect(status, one).toBe(400)
    expect(body.fields).toHaveProperty('cursor')
  }
})

test('an invalid filter is refused at its field', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const bad = {
    category: 'weather',
    severity: 'loud',
    range: '5d',
    from: '0000-01-01T00:00:00Z',
    to: `2026-01-01T00:00:00.${'1'.repeat(5000)}Z`,
    tenantId: 'north',
    limit: '0',
    search: 'a%00b',
  }
  for (const [field, value] of Object.entries(bad)) {
    for (const path of field === 'limit' ? ['audit-logs'] : ['audit-logs', 'audit-logs/export']) {
      const { status, body } = await admin.get(`/api/${path}?${field}=${value}`)
      expect(status, field).toBe(400)
      expect(body.fields).toHaveProperty(field)
    }
  }
  const backwards = 'from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z'
  for (const path of ['audit-logs', 'audit-logs/export']) {
    expect((await admin.get(`/api/${path}?${backwards}`)).body.fields).toHaveProperty('to')
  }
})

test('super admins alone read and export, on the platform alone', async ({ platform }) => {
  const organization = await platform.organization()
  for (const path of ['/api/audit-logs', '/api/audit-logs/export']) {
    expect((await platform.client().get(path)).status).toBe(401)
    for (const role of ['tenant_admin', 'instructor', 'parent', 'student'] as const) {
      const { email } = await organization.user(role)
      const onPlatform = await platform.client().signIn(email)
      expect((await onPlatform.get(path)).status, role).toBe(403)
      const onOwnHost = await organization.client().signIn(email)
      expect((await onOwnHost.get(path)).status, role).toBe(404)
    }
    expect((await (await platform.superAdmin()).get(path)).status).toBe(200)
  }
})

test('an organization’s admins read its own trail on its host and on the platform’s, and no other users there do', async ({
  platform,
}) => {
  const [mine, other] = [await platform.organization(), await platform.organization()]
  await acts(platform, [
    { description: 'ours', tenantId: mine.id, category: 'billing' },
    { description: 'theirs', tenantId: other.id, category: 'billing' },
    { description: 'the platform’s', category: 'billing' },
  ])
  const { email } = await mine.user('tenant_admin')
  for (const client of [mine.client(), platform.client()]) {
    await client.signIn(email)
    const { status, body } = await client.get('/api/tenant/audit-logs?category=billing&limit=1')
    expect([status, (body as AuditLog[]).map(({ description }) => description)]).toEqual([200, ['ours']])
    const foreign = await client.get(`/api/tenant/audit-logs?category=billing&tenantId=${other.id}`)
    expect((foreign.body as AuditLog[]).map(({ description }) => description)).toEqual(['ours'])
  }
  for (const role of ['instructor', 'parent', 'student'] as const) {
    expect((await (await mine.signIn(role)).get('/api/tenant/audit-logs')).status, role).toBe(403)
  }
})
