import { expect } from 'vitest'
import { record } from '#core/server/audit.ts'
import type { AuditEntry } from '#core/server/audit-entry.ts'
import type { Actor } from '#core/server/identity/actor.ts'
import { type Client, pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import type { AuditLog } from '../contract.ts'
import { audit } from '../plugin.ts'

const test = pluginTest([audit])

const actorOf = ({ user }: Client, name: string): Actor => ({
  user: user ? { id: user.id, email: user.email, role: user.role, tenantId: user.tenantId, name } : null,
  sessionId: null,
  ipAddress: user?.role === 'superadmin' ? '198.51.100.77' : '203.0.113.5',
  userAgent: 'Test/1.0',
  requestId: null,
})

/** Creates an organization with acts of its admin, of a super admin and of an unknown visitor. */
async function busyOrganization(platform: TestPlatform) {
  const organization = await platform.organization()
  const [admin, staff] = [await organization.signIn('tenant_admin'), await platform.superAdmin()]
  const act = (actor: Actor, entry: Partial<AuditEntry> & { description: string }) =>
    platform.core.db.platform(actor, (scope) =>
      record(scope, { action: 'thing.changed', category: 'system', tenantId: organization.id, ...entry }),
    )
  await act(actorOf(admin, 'Ada Lovelace'), { description: 'by the admin' })
  await act(actorOf(staff, 'Grace Hopper'), { description: 'by the platform', after: { email: 'new@example.org' } })
  const nobody = { ...actorOf(staff, ''), user: null }
  const failed = { resource: 'user', success: false, metadata: { email: staff.user?.email } }
  await act(nobody, { description: 'failed as staff', ...failed, resourceId: staff.user?.id ?? '' })
  await act(nobody, { description: 'failed as no one', resource: 'user', metadata: { email: 'typed@example.org' } })
  return { organization, admin, staff }
}

const acts = async (client: Client, query = ''): Promise<AuditLog[]> => {
  const { status, body } = await client.get(`/api/tenant/audit-logs?category=system${query}`)
  expect(status).toBe(200)
  return body as AuditLog[]
}

test('an organization reads who of the platform did something there, and neither email nor IP address', async ({
  platform,
}) => {
  const { admin, staff } = await busyOrganization(platform)
  const found = await acts(admin)
  expect(found).toMatchObject([
    { description: 'failed as no one', ipAddress: '198.51.100.77', metadata: { email: 'typed@example.org' } },
    { description: 'failed as staff', ipAddress: null, metadata: {} },
    {
      description: 'by the platform',
      userName: 'Grace Hopper',
      userEmail: null,
      ipAddress: null,
      metadata: { after: { email: 'new@example.org' } },
    },
    { description: 'by the admin', userEmail: admin.user?.email, ipAddress: '203.0.113.5' },
  ])
  expect(JSON.stringify(found)).not.toContain(staff.user?.email)
})

test('an organization does not find out addresses of the platform’s people by searching', async ({ platform }) => {
  const { admin, staff } = await busyOrganization(platform)
  const search = async (text: string, query = '') =>
    (await acts(admin, `&search=${encodeURIComponent(text)}${query}`)).map(({ description }) => description)
  const staffEmail = staff.user?.email as string
  for (const hidden of [staffEmail, staffEmail.slice(0, 12)]) {
    for (const limit of ['', '&limit=1']) expect(await search(hidden, limit)).toEqual([])
  }
  expect(await search('198.51.100.77')).toEqual(['failed as no one'])
  expect(await search('Grace Hopper')).toEqual(['by the platform'])
  expect(await search(admin.user?.email as string)).toEqual(['by the admin'])
  expect(await search('203.0.113.5')).toEqual(['by the admin'])
})

test('the platform’s own view keeps them, in the list, for an organization and in the export', async ({ platform }) => {
  const { organization, staff } = await busyOrganization(platform)
  const email = staff.user?.email as string
  const { body } = await staff.get(`/api/audit-logs?tenantId=${organization.id}&search=${email}&category=system`)
  expect(body).toMatchObject([{ description: 'by the platform', userEmail: email, ipAddress: '198.51.100.77' }])
  const exported = await staff.get(`/api/audit-logs/export?tenantId=${organization.id}&category=system`)
  expect(exported.body).toContain(`Grace Hopper,${email}`)
  const there = await organization.client().signIn(email)
  expect((await acts(there))[2]).toMatchObject({ description: 'by the platform', userEmail: email })
})
