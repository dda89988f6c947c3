import { Writable } from 'node:stream'
import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { startSmtpServer } from '#core/testing/smtp.ts'
import { audit } from '#plugins/audit/plugin.ts'
import type { Organization } from '../contract.ts'
import { tenants } from '../../plugin.ts'

const logged: string[] = []
const logTo = new Writable({
  write: (chunk, _encoding, done) => {
    logged.push(String(chunk))
    done()
  },
})
const test = pluginTest([audit, tenants], { work: true, logTo, env: { LOG_LEVEL: 'debug' } })

const some = () => randomBytes(4).toString('hex')
const organization = (given: object = {}) => ({
  name: `Harbor Makers ${some()}`,
  adminEmail: `ada.${some()}@example.org`,
  ...given,
})

test('a new organization has an admin who signs in with the temporary password and must choose another', async ({
  platform,
}) => {
  const admin = await platform.superAdmin()
  const input = organization({ name: 'Café Ærø & Łódź Straße' })
  const { status, body } = await admin.post('/api/tenants', input)
  expect(status).toBe(201)
  expect(body).toMatchObject({
    name: input.name,
    adminEmail: input.adminEmail,
    subdomain: 'cafeaerolodzstrasse',
    plan: 'trial',
    status: 'active',
    branding: {},
    settings: {},
    suspensionReason: null,
    userCount: 1,
    adminCredentials: { email: input.adminEmail },
  })
  const { tempPassword } = body.adminCredentials
  expect(tempPassword).toMatch(/^[a-zA-Z2-9]{12}$/)
  const signedIn = await platform.client().signIn(input.adminEmail, tempPassword)
  expect(signedIn.user).toMatchObject({ role: 'tenant_admin', tenantId: body.id, mustChangePassword: true })
  expect((await admin.get(`/api/tenants/${body.id}`)).body).not.toHaveProperty('adminCredentials')
})

test('the credentials arrive by email, and the password is nowhere stored in plain text', async ({ platform }) => {
  const smtp = await startSmtpServer()
  const admin = await platform.superAdmin()
  await admin.put('/api/settings', { mailHost: smtp.host, mailPort: smtp.port, mailUseTls: false })
  const input = organization()
  const { body } = await admin.post('/api/tenants', input)
  const { tempPassword } = body.adminCredentials
  const message = await smtp.waitFor((mail) => mail.to.includes(input.adminEmail))
  expect(message.text).toContain(`Temporary password: ${tempPassword}`)
  expect(message.text).toContain(`http://${body.subdomain}.localhost`)
  const kept = await platform.core.db.platform(systemActor, async ({ trx }) => ({
    audit: await trx('audit_logs').where({ tenantId: body.id }),
    mail: await trx('mail_messages').where({ tenantId: body.id }).select('subject', 'body', 'error'),
    users: await trx('users').where({ tenantId: body.id }),
    jobs: await trx.withSchema('pgboss').from('job').select('data'),
  }))
  expect(kept.audit).toContainEqual(expect.objectContaining({ action: 'tenant.created', resourceId: body.id }))
  expect(kept.mail).toHaveLength(1)
  expect(JSON.stringify(kept)).not.toContain(tempPassword)
  expect(logged.join('')).not.toContain(tempPassword)
  expect(logged.length).toBeGreaterThan(0)
  await smtp.close()
})

test('subdomains are made from the name: numbered when taken or reserved, cut at 50, never empty', async ({
  platform,
}) => {
  const admin = await platform.superAdmin()
  const made = async (name: string) => (await admin.post('/api/tenants', organization({ name }))).body.subdomain
  expect(await made('Lake View')).toBe('lakeview')
  expect(await made('LAKE-VIEW')).toBe('lakeview2')
  expect(await made('Admin')).toBe('admin2')
  expect(await made('Школа Щука')).toBe('shkolashchuka')
  expect(await made('日本語学校')).toBe('organization')
  expect(await made('x'.repeat(200))).toBe('x'.repeat(50))
  expect(await made('x'.repeat(199))).toMatch(/^x{44}2$/)
})

test('five organizations of one name at once get five subdomains', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const name = `Twins ${some()}`
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => admin.post('/api/tenants', organization({ name, plan: 'growth' }))),
  )
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  expect(new Set(answers.map(({ body }) => body.subdomain)).size).toBe(5)
})

test('two organizations asking for one subdomain at once: one gets it, the other a conflict at the field', async ({
  platform,
}) => {
  const admin = await platform.superAdmin()
  const subdomain = `north${some()}`
  const answers = await Promise.all([1, 2].map(() => admin.post('/api/tenants', organization({ subdomain }))))
  const [made, refused] = answers.toSorted((a, b) => a.status - b.status)
  expect(made?.status).toBe(201)
  expect(refused).toMatchObject({ status: 409, body: { fields: { subdomain: 'This subdomain is taken' } } })
})

test('a reserved or malformed subdomain is refused at its field, an empty one is generated', async ({ platform }) => {
  const admin = await platform.superAdmin()
  for (const subdomain of ['www', 'Admin', 'with-hyphen', 'ünder', 'x'.repeat(51), 'a.b', 7]) {
    const { status, body } = await admin.post('/api/tenants', organization({ subdomain }))
    expect({ subdomain, status, fields: Object.keys(body.fields ?? {}) }).toEqual({
      subdomain,
      status: 400,
      fields: ['subdomain'],
    })
  }
  expect((await admin.post('/api/tenants', organization({ subdomain: ' ' }))).status).toBe(201)
})

test('a plan is full after its last place is taken, and a refused organization leaves no data', async ({
  platform,
}) => {
  const admin = await platform.superAdmin()
  const { length: count } = await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('tenants').where({ plan: 'enterprise' }).pluck<string[]>('id'),
  )
  await admin.put('/api/settings', { maxTenantsPerPlan: count + 1 })
  const add = () => admin.post('/api/tenants', organization({ plan: 'enterprise' }))
  expect((await add()).status).toBe(201)
  const { status, body } = await add()
  await admin.put('/api/settings', { maxTenantsPerPlan: 100 })
  expect({ status, code: body.code, fields: Object.keys(body.fields) }).toEqual({
    status: 409,
    code: 'tenants.plan-full',
    fields: ['plan'],
  })
  const left = await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('users').whereIn('tenantId', trx('tenants').select('id').where({ plan: 'enterprise' })),
  )
  expect(left).toHaveLength(count + 1)
})

test('invalid input is refused at its fields', async ({ platform }) => {
  const admin = await platform.superAdmin()
  let deep: object = {}
  for (let level = 0; level < 20; level++) deep = { deep }
  const bad: [object, string][] = [
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(10_000) }, 'name'],
    [{ name: 'a\u0000b' }, 'name'],
    [{ name: 'North\r\nBcc: everybody@example.org' }, 'name'],
    [{ name: '\u202eelpmaxe' }, 'name'],
    [{ name: 5 }, 'name'],
    [{ adminEmail: 'nobody' }, 'adminEmail'],
    [{ adminEmail: `${'x'.repeat(10_000)}@example.org` }, 'adminEmail'],
    [{ plan: 'gold' }, 'plan'],
    [{ status: 'closed' }, 'status'],
    [{ branding: 'blue' }, 'branding'],
    [{ branding: { note: 'x'.repeat(20_001) } }, 'branding'],
    [{ settings: { note: 'a\u0000b' } }, 'settings'],
    [{ settings: { note: '\ud800' } }, 'settings'],
    [{ settings: deep }, 'settings'],
  ]
  for (const [given, field] of bad) {
    const { status, body } = await admin.post('/api/tenants', organization(given))
    expect({ status, fields: Object.keys(body.fields ?? {}) }).toEqual({ status: 400, fields: [field] })
  }
  expect((await admin.post('/api/tenants')).status).toBe(400)
  const { body } = await admin.post(
    '/api/tenants',
    organization({ id: 'mine', createdAt: '2001-01-01T00:00:00Z', settings: { path: 'C:\\u0000' } }),
  )
  expect(body.id).not.toBe('mine')
  expect(body.settings).toEqual({ path: 'C:\\u0000' })
})

test('the list is newest first, by page, with its total, and searches name and email literally', async ({
  platform,
}) => {
  const admin = await platform.superAdmin()
  const mark = some()
  for (const name of [`${mark} Élan one`, `${mark} two 100%`, `${mark} three_`]) {
    await admin.post('/api/tenants', organization({ name, adminEmail: `Head.${mark}@Example.org` }))
  }
  const names = async (query: string) =>
    ((await admin.get(`/api/tenants?${query}`)).body as Organization[]).map(({ name }) => name.slice(9))
  expect(await names(`search=${mark.toUpperCase()}`)).toEqual(['three_', 'two 100%', 'Élan one'])
  expect(await names(`search=head.${mark}`)).toHaveLength(3)
  expect(await names(`search=${encodeURIComponent(`${mark} éLAN`)}`)).toEqual(['Élan one'])
  expect(await names(`search=${mark}%20two%20100%25`)).toEqual(['two 100%'])
  expect(await names(`search=${mark}%25`)).toEqual([])
  expect(await names(`search=${mark}%20t_o`)).toEqual([])
  expect(await names(`search=${encodeURIComponent('three_ head')}`)).toEqual([])
  expect(await names(`search=${mark}&status=suspended`)).toEqual([])

  const first = await admin.get(`/api/tenants?search=${mark}&limit=2`)
  expect(first.headers['x-total-count']).toBe('3')
  expect(first.headers.link).toBe(`</api/tenants?search=${mark}&limit=2&offset=2>; rel="next"`)
  const last = await admin.get(`/api/tenants?search=${mark}&limit=2&offset=2&status=active`)
  expect(last.headers.link).toBeUndefined()
  expect(last.body).toHaveLength(1)
  const beyond = await admin.get(`/api/tenants?search=${mark}&limit=2&offset=50`)
  expect([beyond.body, beyond.headers['x-total-count']]).toEqual([[], '3'])
})

test('paging, ids and search texts out of bounds are refused', async ({ platform }) => {
  const admin = await platform.superAdmin()
  for (const query of [
    'limit=-1',
    'limit=x',
    'offset=1e12',
    'status=gone',
    `search=${'x'.repeat(10_000)}`,
    'search=%00',
  ]) {
    expect([query.slice(0, 20), (await admin.get(`/api/tenants?${query}`)).status]).toEqual([query.slice(0, 20), 400])
  }
  expect((await admin.get('/api/tenants/not-an-id')).status).toBe(400)
  expect((await admin.get('/api/tenants/018f0000-0000-7000-8000-000000000000')).status).toBe(404)
})

test('the figures of the dashboard are counted, and there are no subscriptions without a plugin that keeps them', async ({
  platform,
}) => {
  const admin = await platform.superAdmin()
  const before = (await admin.get('/api/dashboard/stats')).body
  await admin.post('/api/tenants', organization())
  await admin.post('/api/tenants', organization({ status: 'inactive' }))
  const { body } = await admin.get('/api/dashboard/stats')
  expect(body).toEqual({
    activeTenants: before.activeTenants + 1,
    totalUsers: before.totalUsers + 2,
    activeSubscriptions: null,
    monthlyRevenue: null,
    revenue: null,
  })
})

test('the people of an organization are counted by role, for super admins alone', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const school = await platform.organization()
  const own = await school.signIn('tenant_admin')
  await school.user('instructor')
  const left = await school.user('instructor')
  await admin.put(`/api/users/${left.id}`, { isActive: false })
  const { body } = await admin.get(`/api/tenants/${school.id}/people`)
  expect(body).toHaveLength(2)
  expect(body).toContainEqual({ role: 'tenant_admin', active: 1, inactive: 0 })
  expect(body).toContainEqual({ role: 'instructor', active: 1, inactive: 1 })
  expect((await own.get(`/api/tenants/${school.id}/people`)).status).toBeGreaterThanOrEqual(403)
  expect((await admin.get(`/api/tenants/${crypto.randomUUID()}/people`)).status).toBe(404)
})
