import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { buildFile } from '#core/testing/factories.ts'
import { pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { startSmtpServer } from '#core/testing/smtp.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { billing } from '#plugins/billing/plugin.ts'
import { buildInvoice } from '#plugins/billing/testing/factories.ts'
import { tenants } from '../../plugin.ts'

const test = pluginTest([audit, billing, tenants], { work: true })

const DAY_MS = 86_400_000
const password = 'my-own-choice-1'

async function open(platform: TestPlatform, settings: object = {}) {
  const admin = await platform.superAdmin()
  await admin.put('/api/settings', { allowTenantSelfRegistration: true, requireEmailVerification: true, ...settings })
  return admin
}

const register = (platform: TestPlatform, email: string, organizationName = 'Garage Inventors') =>
  platform.client().post('/api/register', {
    organizationName,
    firstName: 'Mina',
    lastName: 'Park',
    email,
    password,
    confirmPassword: password,
  })

const tenantOf = ({ core }: TestPlatform, adminEmail: string) =>
  core.db.platform(systemActor, ({ trx }) =>
    trx('tenants').where({ adminEmail }).first<{ id: string; subdomain: string } | undefined>('id', 'subdomain'),
  )

/** Statuses of the emails to some addresses. */
const statuses = ({ core }: TestPlatform, addresses: string[]) =>
  core.db.platform(systemActor, ({ trx }) =>
    trx('mail_messages').whereIn('recipient', addresses).distinct().pluck('status'),
  )

/** The daily job, some days later. */
async function later(platform: TestPlatform, days: number): Promise<void> {
  platform.clock.forward(days * DAY_MS)
  const jobs = [...platform.platform.parts.values()].flatMap((part) => part.jobs ?? [])
  await jobs.find(({ name }) => name === 'tenants.remove-unverified')?.perform(platform.core, null, {})
}

test('five organizations wait for one address to be verified, however many register at once', async ({ platform }) => {
  await open(platform, { requireEmailVerification: false })
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => register(platform, 'many@garage.example', `Garage ${index}`)),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    201, 201, 201, 201, 201, 409, 409, 409,
  ])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.body).toMatchObject({
    code: 'registration.unverified',
    fields: {
      email: 'This address has organizations waiting to be verified. Open a link that was emailed to it first.',
    },
  })
  expect((await register(platform, 'else@garage.example')).status).toBe(201)
})

test('an unverified organization is notified of its deletion, and later deleted completely', async ({ platform }) => {
  await using smtp = await startSmtpServer()
  await open(platform, { mailHost: smtp.host, mailPort: smtp.port, mailUseTls: false })
  const email = 'nobody@elsewhere.example'
  await register(platform, email)
  const { id: tenantId = '', subdomain = '' } = (await tenantOf(platform, email)) ?? {}
  await buildFile(platform, { id: tenantId })
  const warnings = () =>
    platform.core.db.platform(systemActor, ({ trx }) =>
      trx('mail_messages').where({ recipient: email, subject: 'Garage Inventors is going to be deleted' }).pluck('id'),
    )
  await later(platform, 4)
  expect(await warnings()).toEqual([])
  await later(platform, 1)
  expect(await warnings()).toHaveLength(1)
  await smtp.waitFor(({ subject, to }) => subject === 'Garage Inventors is going to be deleted' && to.includes(email))
  await expect.poll(() => statuses(platform, [email])).toEqual(['sent'])
  await later(platform, 1)
  expect(await tenantOf(platform, email)).toBeDefined()
  await later(platform, 1)
  expect(await tenantOf(platform, email)).toBeUndefined()
  const left = await platform.core.db.platform(systemActor, async ({ trx }) => {
    const { rows: tables } = await trx.raw<{ rows: { name: string }[] }>(
      `select table_name as name from information_schema.columns join pg_class on relname = table_name
        where column_name = 'tenant_id' and table_schema = 'public' and relkind = 'r' and not relispartition`,
    )
    const found = await Promise.all(tables.map(async ({ name }) => [name, await trx(name).where({ tenantId }).first()]))
    const { rows: jobs } = await trx.raw<{ rows: object[] }>(
      `select from pgboss.job where data->>'tenantId' = ? and state in ('created', 'retry')`,
      [tenantId],
    )
    return { tables: found.filter(([, row]) => row !== undefined), jobs: jobs.length, count: tables.length }
  })
  expect(left).toMatchObject({ tables: [], jobs: 0 })
  expect(left.count).toBeGreaterThan(5)
  const trail = await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('audit_logs').where({ resourceId: tenantId, action: 'tenant.deleted' }).select('metadata'),
  )
  expect(trail).toMatchObject([{ metadata: { before: { subdomain } } }])
  expect((await register(platform, email)).status).toBe(201)
})

test('a verified organization, or one that is used without, stays', async ({ platform }) => {
  await using smtp = await startSmtpServer()
  const mail = { mailHost: smtp.host, mailPort: smtp.port, mailUseTls: false }
  await open(platform, { ...mail, requireEmailVerification: false })
  const [verified, used, left] = ['verified@stays.example', 'used@stays.example', 'left@goes.example']
  for (const email of [verified, used, left]) expect((await register(platform, email)).status).toBe(201)
  await platform.core.db.platform(systemActor, async ({ trx }) => {
    await trx('users').where({ email: verified }).update({ emailVerifiedAt: platform.clock.now().toISOString() })
    // The sessions opened by the registration have expired.
    await trx('auth_sessions').delete()
  })
  await later(platform, 5)
  await expect.poll(() => statuses(platform, [used, left])).toEqual(['sent'])
  await platform.client().signIn(used, password)
  await later(platform, 2)
  expect(
    await Promise.all([verified, used, left].map(async (email) => (await tenantOf(platform, email)) !== undefined)),
  ).toEqual([true, true, false])
})

test('an organization that could not be notified stays', async ({ platform }) => {
  await open(platform, { mailHost: '' })
  const email = 'untold@garage.example'
  await register(platform, email)
  await later(platform, 5)
  await expect.poll(() => statuses(platform, [email])).toEqual(['held'])
  await later(platform, 30)
  expect(await tenantOf(platform, email)).toBeDefined()
})

test('an organization with an invoice is never deleted with it', async ({ platform }) => {
  await using smtp = await startSmtpServer()
  await open(platform, { mailHost: smtp.host, mailPort: smtp.port, mailUseTls: false })
  const email = 'billed@garage.example'
  await register(platform, email)
  const { id: tenantId = '' } = (await tenantOf(platform, email)) ?? {}
  await buildInvoice(platform, { id: tenantId })
  await later(platform, 5)
  await smtp.waitFor(({ subject }) => subject === 'Garage Inventors is going to be deleted')
  await expect.poll(() => statuses(platform, [email])).toEqual(['sent'])
  await later(platform, 3)
  expect(await tenantOf(platform, email)).toBeDefined()
})
