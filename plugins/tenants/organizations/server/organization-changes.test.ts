import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { subscribe } from '#core/server/events/events.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { definePlugin } from '#core/server/plugin.ts'
import { PASSWORD, pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { organizationCreated, organizationResumed, organizationSuspended, tenants } from '../../plugin.ts'

const heard: string[] = []
const listener = definePlugin({
  id: 'listener',
  dependsOn: { tenants },
  setup: () => ({
    subscriptions: [
      subscribe(organizationCreated, {
        runs: 'later',
        name: 'listener.created',
        scope: 'tenant',
        run: async ({ tenantId }, { name }) => void heard.push(`${tenantId} created ${name}`),
      }),
      subscribe(organizationSuspended, {
        runs: 'later',
        name: 'listener.suspended',
        scope: 'platform',
        run: async (_, { tenantId, reason }) => void heard.push(`${tenantId} suspended: ${reason}`),
      }),
      subscribe(organizationResumed, {
        runs: 'later',
        name: 'listener.resumed',
        scope: 'platform',
        run: async (_, { tenantId, status }) => void heard.push(`${tenantId} resumed to ${status}`),
      }),
    ],
  }),
})
const test = pluginTest([audit, tenants, listener], { work: true })

const some = () => randomBytes(4).toString('hex')

const mailsTo = (platform: TestPlatform, recipient: string) =>
  platform.core.db.platform(systemActor, ({ trx }) =>
    trx('mail_messages').where({ recipient }).orderBy('createdAt').pluck<string[]>('subject'),
  )

test('omitted fields stay, and every change is audited with old and new values', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const { id, name, subdomain } = await platform.organization()
  const { status, body } = await admin.put(`/api/tenants/${id}`, { adminEmail: 'new.head@example.org', color: 'red' })
  expect(status).toBe(200)
  expect(body).toMatchObject({ name, subdomain, adminEmail: 'new.head@example.org', status: 'active', plan: 'trial' })
  const acts = await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('audit_logs').where({ tenantId: id, action: 'tenant.updated' }),
  )
  expect(acts).toHaveLength(1)
  expect(JSON.stringify(acts[0])).toContain('new.head@example.org')
})

test('a change based on an outdated version is refused', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const { id } = await platform.organization()
  const { updatedAt } = (await admin.get(`/api/tenants/${id}`)).body
  const first = await admin.put(`/api/tenants/${id}`, { name: 'First', updatedAt })
  expect(first.status).toBe(200)
  const second = await admin.put(`/api/tenants/${id}`, { name: 'Second', updatedAt })
  expect([second.status, second.body.code]).toEqual([409, 'outdated'])
  expect((await admin.put(`/api/tenants/${id}`, { name: 'Third', updatedAt: first.body.updatedAt })).status).toBe(200)
  expect((await admin.get(`/api/tenants/${id}`)).body.name).toBe('Third')
})

test('a new subdomain works at once, the old one is free, and a taken one is a conflict', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const [first, second] = [await platform.organization(), await platform.organization()]
  const member = await first.signIn('instructor')
  const subdomain = `moved${some()}`
  expect((await admin.put(`/api/tenants/${first.id}`, { subdomain })).status).toBe(200)
  expect((await member.get('/api/user')).status).toBe(401)
  const at = (host: string) => platform.client().request('GET', '/api/tenant/current', { headers: { host } })
  expect((await at(`${subdomain}.localhost`)).body).toEqual({ id: first.id, name: first.name })
  expect((await at(`${first.subdomain}.localhost`)).status).toBe(404)
  const taken = await admin.put(`/api/tenants/${second.id}`, { subdomain })
  expect([taken.status, taken.body.fields]).toEqual([409, { subdomain: 'This subdomain is taken' }])
  expect((await admin.put(`/api/tenants/${second.id}`, { subdomain: 'api' })).status).toBe(400)
})

test('a suspended organization is locked out at once and unchanged after it is resumed', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const organization = await platform.organization({ status: 'trial' })
  const [bystander, member] = [await platform.organization(), await organization.signIn('tenant_admin')]
  const other = await bystander.signIn('instructor')
  const path = `/api/tenants/${organization.id}`

  expect((await admin.post(`${path}/suspend`, { reason: ' ' })).body.fields).toEqual({ reason: 'Please say why' })
  const suspended = await admin.post(`${path}/suspend`, { reason: 'Two invoices unpaid' })
  expect(suspended.body).toMatchObject({ status: 'suspended', suspensionReason: 'Two invoices unpaid' })
  expect((await member.get('/api/user')).status).toBe(401)
  expect((await other.get('/api/user')).status).toBe(200)
  const email = member.user?.email
  const refused = await organization.client().post('/api/login', { email, password: PASSWORD })
  expect([refused.status, refused.body.code]).toEqual([403, 'tenant.suspended'])
  expect((await admin.post(`${path}/suspend`, { reason: 'Again' })).status).toBe(409)

  const resumed = await admin.post(`${path}/resume`)
  expect(resumed.body).toMatchObject({ status: 'trial', suspensionReason: null })
  expect((await organization.client().post('/api/login', { email, password: PASSWORD })).status).toBe(200)
  expect((await admin.post(`${path}/resume`)).body.code).toBe('tenants.not-suspended')

  const { adminEmail } = resumed.body
  expect(await mailsTo(platform, adminEmail)).toEqual([
    'North Star Robotics has been suspended',
    'North Star Robotics is open again',
  ])
  const acts = await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('audit_logs').where({ tenantId: organization.id }).pluck<string[]>('action'),
  )
  expect(acts).toEqual(expect.arrayContaining(['tenant.suspended', 'tenant.resumed']))
  await expect
    .poll(() => heard.filter((line) => line.startsWith(organization.id)).toSorted(), { timeout: 60_000 })
    .toEqual([`${organization.id} resumed to trial`, `${organization.id} suspended: Two invoices unpaid`])
})

test('other plugins are notified of a new organization, in its own scope', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const name = `Heard of ${some()}`
  const { body } = await admin.post('/api/tenants', { name, adminEmail: 'head@example.org' })
  await expect.poll(() => heard, { timeout: 60_000 }).toContain(`${body.id} created ${name}`)
})

test('an organization is suspended once, and resuming restores the status before', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const { id } = await platform.organization({ status: 'inactive' })
  const suspend = () => admin.post(`/api/tenants/${id}/suspend`, { reason: 'Unpaid' })
  expect([(await suspend()).status, (await suspend()).status]).toEqual([200, 409])
  expect((await admin.post(`/api/tenants/${id}/resume`)).body.status).toBe('inactive')
})

test('setting an organization to inactive ends its sessions, and active opens it again', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const organization = await platform.organization()
  const member = await organization.signIn('parent')
  const changed = await admin.put(`/api/tenants/${organization.id}`, { status: 'inactive' })
  expect(changed.body.status).toBe('inactive')
  expect((await member.get('/api/user')).status).toBe(401)
  const login = () => organization.client().post('/api/login', { email: member.user?.email, password: PASSWORD })
  expect((await login()).body.code).toBe('tenant.inactive')
  await admin.put(`/api/tenants/${organization.id}`, { status: 'active' })
  expect((await login()).status).toBe(200)
  expect(await mailsTo(platform, changed.body.adminEmail)).toEqual([
    'North Star Robotics is no longer active',
    'North Star Robotics is open again',
  ])
})

test('a status of suspended that is set by editing can be resumed too', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const { id } = await platform.organization({ status: 'trial' })
  await admin.put(`/api/tenants/${id}`, { status: 'suspended' })
  expect((await admin.post(`/api/tenants/${id}/resume`)).body.status).toBe('trial')
})

test('changes of an unknown organization, and invalid ones, are refused', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const { id } = await platform.organization()
  const nowhere = '/api/tenants/018f0000-0000-7000-8000-000000000000'
  expect((await admin.put(nowhere, { name: 'X' })).status).toBe(404)
  expect((await admin.post(`${nowhere}/suspend`, { reason: 'X' })).status).toBe(404)
  expect((await admin.post(`${nowhere}/resume`)).status).toBe(404)
  for (const body of [{ name: '' }, { name: null }, { status: 1 }, { updatedAt: 'yesterday' }, { adminEmail: 'x' }]) {
    expect((await admin.put(`/api/tenants/${id}`, body)).status).toBe(400)
  }
  expect((await admin.delete(`/api/tenants/${id}`)).status).toBe(404)
})

const words = 'The head has retired'

test('a new admin email changes only the contact, or also the admin’s sign-in, by choice', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const { body } = await admin.post('/api/tenants', { name: 'Moved', adminEmail: 'first.head@example.org' })
  const change = (fields: object) => admin.put(`/api/tenants/${body.id}`, fields)
  expect(body).toMatchObject({ adminEmail: 'first.head@example.org', adminSignIn: 'first.head@example.org' })
  const moved = await change({ adminEmail: 'second.head@example.org', movesAdmin: true, words })
  expect(moved.body).toMatchObject({ adminEmail: 'second.head@example.org', adminSignIn: 'second.head@example.org' })
  const contact = await change({ adminEmail: 'office@example.org', movesAdmin: false })
  expect(contact.body).toMatchObject({ adminEmail: 'office@example.org', adminSignIn: 'second.head@example.org' })
  const none = await change({ adminEmail: 'third.head@example.org', movesAdmin: true, words })
  expect(none).toMatchObject({
    status: 400,
    body: { fields: { movesAdmin: 'No admin signs in with office@example.org' } },
  })
  expect((await admin.get(`/api/tenants/${body.id}`)).body.adminEmail).toBe('office@example.org')
})

test('an admin email that another user of the organization has is refused at its field', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const { body } = await admin.post('/api/tenants', { name: 'Taken', adminEmail: 'head@taken.example' })
  const user = { username: 'grace', firstName: 'Grace', lastName: 'Hopper', role: 'instructor', tenantId: body.id }
  expect((await admin.post('/api/admin/users', { ...user, email: 'grace@taken.example' })).status).toBe(201)
  const refused = await admin.put(`/api/tenants/${body.id}`, {
    adminEmail: 'grace@taken.example',
    movesAdmin: true,
    words,
  })
  expect(refused).toMatchObject({ status: 409, body: { fields: { adminEmail: expect.any(String) } } })
  expect((await admin.get(`/api/tenants/${body.id}`)).body.adminEmail).toBe('head@taken.example')
})
