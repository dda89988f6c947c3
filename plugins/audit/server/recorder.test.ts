import pg from 'pg'
import { expect } from 'vitest'
import { record, recordAll } from '#core/server/audit.ts'
import type { AuditEntry } from '#core/server/audit-entry.ts'
import type { Scope } from '#core/server/core.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { audit } from '../plugin.ts'

const test = pluginTest([audit])

const entry = (more: Partial<AuditEntry> = {}): AuditEntry => ({
  action: 'thing.changed',
  category: 'account',
  description: 'Changed a thing',
  ...more,
})

const actsOf = (scope: Scope, resourceId: string) => scope.trx('audit_logs').where({ resourceId })

test('an act that rolls back leaves no record', async ({ platform: { core } }) => {
  const failing = core.db.platform(systemActor, async (scope) => {
    await record(scope, entry({ resourceId: 'rolled-back' }))
    expect(await actsOf(scope, 'rolled-back')).toHaveLength(1)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await core.db.platform(systemActor, (scope) => actsOf(scope, 'rolled-back'))).toEqual([])
})

test('a record has the actor, the IP address, the organization and the request', async ({ platform }) => {
  const organization = await platform.organization({ name: 'Harbour Makers' })
  const instructor = await organization.signIn('instructor')
  const answer = await instructor.request('PUT', '/api/user', {
    payload: { calledName: 'Grace' },
    headers: { 'user-agent': 'Test/1.0' },
  })
  expect(answer.status).toBe(200)
  const [row] = await platform.core.db.tenant(organization.id, systemActor, (scope) =>
    scope.trx('audit_logs').where({ action: 'profile.updated' }),
  )
  expect(row).toMatchObject({
    tenantId: organization.id,
    tenantName: 'Harbour Makers',
    userId: instructor.user?.id,
    userName: 'Ada Lovelace',
    userEmail: instructor.user?.email,
    category: 'account',
    severity: 'info',
    ipAddress: '127.0.0.1',
    userAgent: 'Test/1.0',
    success: true,
    metadata: {
      requestId: answer.headers['x-request-id'],
      before: { calledName: null },
      after: { calledName: 'Grace' },
    },
  })
})

test('a record in an organization has its id by default, by each kind of actor', async ({ platform }) => {
  const { id } = await platform.organization()
  const rows = await platform.core.db.tenant(id, systemActor, async (scope) => {
    await record(scope, entry({ resourceId: 'by-the-system' }))
    return actsOf(scope, 'by-the-system')
  })
  expect(rows).toMatchObject([{ tenantId: id, userId: null, userName: null, ipAddress: null }])
})

test('an organization sees its own records alone', async ({ platform }) => {
  const [first, second] = [await platform.organization(), await platform.organization()]
  const { db } = platform.core
  await db.tenant(first.id, systemActor, (scope) => record(scope, entry({ resourceId: 'isolated' })))
  await db.platform(systemActor, (scope) => record(scope, entry({ resourceId: 'isolated', tenantId: null })))
  expect(await db.tenant(first.id, systemActor, (scope) => actsOf(scope, 'isolated'))).toHaveLength(1)
  expect(await db.tenant(second.id, systemActor, (scope) => actsOf(scope, 'isolated'))).toEqual([])
  expect(await db.platform(systemActor, (scope) => actsOf(scope, 'isolated'))).toHaveLength(2)
})

test('an organization cannot record for another one or for the platform', async ({ platform }) => {
  const [first, second] = [await platform.organization(), await platform.organization()]
  for (const tenantId of [second.id, null]) {
    const forged = platform.core.db.tenant(first.id, systemActor, (scope) => record(scope, entry({ tenantId })))
    await expect(forged).rejects.toThrow('row-level security')
  }
})

test('neither an organization nor the platform can change or delete a record', async ({ platform }) => {
  const { id } = await platform.organization()
  const { db } = platform.core
  await db.tenant(id, systemActor, (scope) => record(scope, entry({ resourceId: 'kept' })))
  const attempts: ((scope: Scope) => Promise<unknown>)[] = [
    async ({ trx }) => trx('audit_logs').update({ description: 'Nothing' }),
    async ({ trx }) => trx('audit_logs').delete(),
    async ({ trx }) => trx.raw('truncate audit_logs'),
  ]
  for (const attempt of attempts) {
    await expect(db.tenant(id, systemActor, attempt)).rejects.toThrow('permission denied')
    await expect(db.platform(systemActor, attempt)).rejects.toThrow('permission denied')
  }
  expect(await db.tenant(id, systemActor, (scope) => actsOf(scope, 'kept'))).toHaveLength(1)
})

test('the records of a deleted organization stay, with its name', async ({ platform }) => {
  const { id, name } = await platform.organization()
  const rows = await platform.core.db.platform(systemActor, async (scope) => {
    await record(scope, entry({ resourceId: id, tenantId: id }))
    await scope.trx('tenants').where({ id }).delete()
    await record(scope, entry({ resourceId: id, tenantId: id, action: 'thing.gone' }))
    return actsOf(scope, id)
  })
  expect(rows).toMatchObject([
    { tenantId: id, tenantName: name },
    { tenantId: id, tenantName: null },
  ])
})

test('secrets never reach the table', async ({ platform: { core } }) => {
  const secret = 'open-sesame'
  const rows = await core.db.platform(systemActor, async (scope) => {
    await record(
      scope,
      entry({
        resourceId: 'with-secrets',
        before: { name: 'a', passwordHash: secret },
        after: { name: 'b', passwordHash: `${secret}2`, mustChangePassword: true },
        metadata: { deep: [{ 'api-key': secret, ACCESS_TOKEN: { value: secret } }], clientSecret: secret },
      }),
    )
    return actsOf(scope, 'with-secrets')
  })
  expect(JSON.stringify(rows)).not.toContain(secret)
  expect(rows).toMatchObject([
    {
      metadata: {
        before: { name: 'a', passwordHash: '[redacted]' },
        after: { name: 'b', mustChangePassword: true },
        deep: [{ 'api-key': '[redacted]', ACCESS_TOKEN: '[redacted]' }],
      },
    },
  ])
})

test('a record never fails the act: endless texts are cut, characters that cannot be stored left out', async ({
  platform: { core },
}) => {
  const long = `\u0000${'x'.repeat(100_000)}`
  const rows = await core.db.platform(
    { ...systemActor, ipAddress: long, userAgent: long, requestId: 'r'.repeat(300) },
    async (scope) => {
      await record(
        scope,
        entry({
          action: `cut.${long}`,
          description: long,
          resource: long,
          resourceId: 'cut',
          errorMessage: long,
          metadata: { long, half: 'a\ud800', many: Array.from({ length: 5000 }, () => long), nothing: undefined },
        }),
      )
      return actsOf(scope, 'cut')
    },
  )
  expect(rows).toHaveLength(1)
  expect(rows[0].description).toHaveLength(1000)
  expect(JSON.stringify(rows[0].metadata).length).toBeLessThan(25_000)
})

test('switched off in the settings, only security and the switch itself are recorded', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const { db } = platform.core
  const switchTo = (enableAuditLogging: boolean) => admin.put('/api/settings', { enableAuditLogging })
  expect((await switchTo(false)).status).toBe(200)
  await db.platform(systemActor, async (scope) => {
    await record(scope, entry({ resourceId: 'while-off' }))
    await record(scope, entry({ resourceId: 'while-off', category: 'security' }))
  })
  const { id } = await platform.organization()
  await db.tenant(id, systemActor, (scope) => record(scope, entry({ resourceId: 'while-off' })))
  expect((await switchTo(true)).status).toBe(200)
  const rows = await db.platform(systemActor, (scope) => actsOf(scope, 'while-off'))
  expect(rows).toMatchObject([{ category: 'security' }])
  const switches = await db.platform(systemActor, (scope) =>
    scope.trx('audit_logs').where({ action: 'settings.updated' }).orderBy('id'),
  )
  expect(switches.map(({ metadata }) => metadata.after.enableAuditLogging)).toEqual([false, true])
})

test('failed sign-ins and refused calls are recorded as failures', async ({ platform }) => {
  const organization = await platform.organization()
  const instructor = await organization.signIn('instructor')
  await organization.client().post('/api/login', { email: instructor.user?.email, password: 'wrong-password' })
  const refusing = platform.client()
  await refusing.signIn((await organization.user('parent')).email)
  expect((await refusing.get('/api/settings')).status).toBe(403)
  const rows = await platform.core.db.tenant(organization.id, systemActor, (scope) =>
    scope.trx('audit_logs').where({ success: false }).orderBy('action'),
  )
  expect(rows.map(({ action, severity }) => [action, severity])).toEqual([
    ['access.refused', 'warning'],
    ['auth.sign-in-failed', 'warning'],
  ])
  expect(JSON.stringify(rows)).not.toContain('wrong-password')
})

test('each of the lists that screens ask for comes out of an index in order, and reads the months asked for alone', async ({
  platform,
}) => {
  const client = new pg.Client({ connectionString: platform.databaseUrl })
  await client.connect()
  try {
    await client.query('set enable_seqscan = off; set enable_bitmapscan = off; set enable_sort = off')
    const filters = ['true', `tenant_id = '${crypto.randomUUID()}'`, `category = 'auth'`, `severity = 'error'`]
    const orders = [
      ['<', 'desc'],
      ['>', 'asc'],
    ] as const
    for (const [filter, [follows, order]] of filters.flatMap((one) => orders.map((way) => [one, way] as const))) {
      const { rows } = await client.query(
        `explain (costs off) select * from audit_logs where ${filter} and (created_at, id) ${follows} (now(), new_id())
            and created_at >= date_trunc('month', now()) and created_at < date_trunc('month', now()) + interval '20 days'
          order by created_at ${order}, id ${order} limit 100`,
      )
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan).toMatch(/Index Scan (Backward )?using audit_logs_\d{4}_\d\d_\w+/)
      expect(plan).not.toMatch(/-> {2}Sort/)
      expect(plan).not.toMatch(/on audit_logs_default/)
    }
  } finally {
    await client.end()
  }
})

test('acts of a batch are stored with one statement, each in the trail of its own organization', async ({
  platform,
}) => {
  const organizations = [await platform.organization({ name: 'One' }), await platform.organization({ name: 'Two' })]
  await platform.core.db.platform(systemActor, (scope) =>
    recordAll(
      scope,
      organizations.map(({ id }, index) =>
        entry({
          action: 'batch.done',
          tenantId: id,
          resourceId: `batch-${index}`,
          metadata: { index, note: '{"a":\u0000}' },
        }),
      ),
    ),
  )
  for (const [index, { id, name }] of organizations.entries()) {
    const rows = await platform.core.db.tenant(id, systemActor, (scope) =>
      scope.trx('audit_logs').where({ action: 'batch.done' }),
    )
    expect(rows).toMatchObject([
      { tenantName: name, resourceId: `batch-${index}`, metadata: { index, note: '{"a":}' } },
    ])
  }
  const rows = await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('audit_logs').where({ action: 'batch.done' }).orderBy('seq').pluck<string[]>('resource_id'),
  )
  expect(rows).toEqual(['batch-0', 'batch-1'])
})
