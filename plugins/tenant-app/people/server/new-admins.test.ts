import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { tenantApp } from '../../server/plugin.ts'

const test = pluginTest([tenantApp])

const words = 'The owner has left, and their successor wrote to support'
const invitation = { role: 'tenant_admin', email: 'mae.jemison@people.example', firstName: 'Mae', lastName: 'Jemison' }

async function world(platform: TestPlatform) {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const superAdmin = await platform.superAdmin()
  const staff = await organization.client().signIn(superAdmin.user?.email ?? '')
  const ledger = async () => (await admin.get('/api/access-ledger')).body
  return { organization, admin, staff, ledger }
}

const mailsOf = ({ core }: TestPlatform, tenantId: string) =>
  core.db.platform(systemActor, ({ trx }) =>
    trx('mail_messages').where({ tenantId }).select<{ recipient: string; subject: string; body: string }[]>(),
  )

test('platform staff invite an admin with a reason, which the ledger keeps and the other admins are notified of', async ({
  platform,
}) => {
  const { organization, admin, staff, ledger } = await world(platform)
  expect((await staff.post('/api/people', invitation)).body.fields).toEqual({ words: 'Write why you need to do this' })
  expect((await admin.get('/api/people?search=jemison')).body).toEqual([])
  expect((await staff.post('/api/people', { ...invitation, words })).status).toBe(201)
  expect(await ledger()).toMatchObject([
    { what: 'admin-access', viewerRole: 'superadmin', studentId: null, personName: 'Mae Jemison', words },
  ])
  const notices = (await mailsOf(platform, organization.id)).filter(({ subject }) => subject.includes('added an admin'))
  expect(notices.map(({ recipient }) => recipient)).toEqual([admin.user?.email])
  expect(notices[0]?.body).toContain('has just made Mae Jemison an admin of ')
  expect(notices[0]?.body).not.toContain(words)
})

test('platform staff make an instructor an admin with a reason alone, and need none for the way back', async ({
  platform,
}) => {
  const { organization, staff, ledger } = await world(platform)
  const { id } = await organization.user('instructor', { firstName: 'Mary', lastName: 'Ward' })
  const change = (body: object) => staff.put(`/api/people/${id}`, body)
  expect((await change({ role: 'tenant_admin' })).body.fields).toEqual({ words: 'Write why you need to do this' })
  expect(await ledger()).toEqual([])
  expect((await change({ role: 'tenant_admin', words })).status).toBe(200)
  expect(await ledger()).toMatchObject([{ what: 'admin-access', personName: 'Mary Ward', words }])
  expect((await change({ firstName: 'Maria' })).status).toBe(200)
  expect((await change({ role: 'instructor' })).status).toBe(200)
  expect(await ledger()).toHaveLength(1)
})

test('admins of the organization invite admins, and platform staff instructors, without a reason or an entry', async ({
  platform,
}) => {
  const { admin, staff, ledger } = await world(platform)
  expect((await admin.post('/api/people', invitation)).status).toBe(201)
  const instructor = { ...invitation, role: 'instructor', email: 'mary.ward@people.example' }
  expect((await staff.post('/api/people', instructor)).status).toBe(201)
  expect(await ledger()).toEqual([])
})
