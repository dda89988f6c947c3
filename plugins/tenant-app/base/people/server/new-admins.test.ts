import { describe, expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { addPasskey } from '#core/testing/second-factor.ts'
import { tenants } from '#plugins/tenants/plugin.ts'
import { tenantApp } from '../../../plugin.ts'

const test = pluginTest([tenants, tenantApp])

const words = 'The owner has left, and their successor wrote to support'
const invitation = { role: 'tenant_admin', email: 'mae.jemison@people.example', firstName: 'Mae', lastName: 'Jemison' }

async function world(platform: TestPlatform) {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const superAdmin = await platform.superAdmin()
  const staff = await organization.client().signIn(superAdmin.user?.email ?? '')
  const ledger = async () => (await admin.get('/api/access-ledger')).body
  return { organization, admin, superAdmin, staff, ledger }
}

const emailsOf = ({ core }: TestPlatform, tenantId: string) =>
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
  const notices = (await emailsOf(platform, organization.id)).filter(({ subject }) =>
    subject.includes('added an admin'),
  )
  expect(notices.map(({ recipient }) => recipient)).toEqual([admin.user?.email])
  expect(notices[0]?.body).toContain('has just added Mae Jemison, an admin of ')
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

interface Act {
  /** Whose host platform staff act on. */
  on: 'organization' | 'platform'
  /** In the subject of the email to the other admins, before who it is. */
  subject: string
  isFormer?: true
  hasFactor?: true
  isReasonOptional?: true
  does: (by: Client, person: { id: string; email: string }, given: { words?: string }) => Promise<{ status: number }>
}

const activated = 'activated'
const moved = 'changed the email address of'

/** Acts by which platform staff restore or move access to an organization, and could act as the user. */
const acts: Record<string, Act> = {
  'PUT /api/people/{id} to activate': {
    on: 'organization',
    subject: activated,
    isFormer: true,
    does: (by, { id }, given) => by.put(`/api/people/${id}`, { isActive: true, ...given }),
  },
  'PUT /api/people/{id} with another address': {
    on: 'organization',
    subject: moved,
    does: (by, { id, email }, given) => by.put(`/api/people/${id}`, { email: `new.${email}`, ...given }),
  },
  'POST /api/people/{id}/reset-password': {
    on: 'organization',
    subject: 'reset the password of',
    does: (by, { id }, given) => by.post(`/api/people/${id}/reset-password`, given),
  },
  'PUT /api/users/{id} to activate': {
    on: 'platform',
    subject: activated,
    isFormer: true,
    does: (by, { id }, given) => by.put(`/api/users/${id}`, { isActive: true, ...given }),
  },
  'PUT /api/users/{id} with another address': {
    on: 'platform',
    subject: moved,
    does: (by, { id, email }, given) => by.put(`/api/users/${id}`, { email: `new.${email}`, ...given }),
  },
  'POST /api/users/{id}/reset-password': {
    on: 'platform',
    subject: 'reset the password of',
    isReasonOptional: true,
    does: (by, { id }, given) => by.post(`/api/users/${id}/reset-password`, given),
  },
  'POST /api/users/{id}/reset-second-factor': {
    on: 'platform',
    subject: 'reset the two-step verification of',
    hasFactor: true,
    does: (by, { id }, given) => by.post(`/api/users/${id}/reset-second-factor`, given),
  },
}

/** Users whose accounts are acted on, in the email to admins. */
const whom = {
  tenant_admin: 'an admin',
  instructor: 'an instructor',
  parent: 'a parent or guardian',
  student: 'a student',
} as const

const cases = Object.entries(acts).flatMap(([name, act]) =>
  (Object.keys(whom) as (keyof typeof whom)[]).map((role) => [`${name} of ${whom[role]}`, act, role] as const),
)

/** A person of an organization on whom the act can be done, and the client of platform staff for it. */
async function prepare(platform: TestPlatform, { on, isFormer, hasFactor }: Act, role: keyof typeof whom) {
  const { organization, admin, superAdmin, staff, ledger } = await world(platform)
  const person = await organization.user(role, { firstName: 'Mae', lastName: 'Jemison' })
  if (hasFactor) await addPasskey(await organization.client().signIn(person.email))
  if (isFormer) await admin.put(`/api/people/${person.id}`, { isActive: false })
  return { organization, admin, by: on === 'platform' ? superAdmin : staff, person, ledger }
}

const refusal = expect.objectContaining({
  status: 400,
  body: expect.objectContaining({ fields: { words: 'Write why you need to do this' } }),
})

describe('platform staff who could act as a user of an organization', () => {
  test.for(cases)(
    '%s: needs a reason, is in the ledger, and admins are emailed',
    async ([, act, role], { platform }) => {
      const { organization, admin, by, person, ledger } = await prepare(platform, act, role)
      const { does, subject, isReasonOptional } = act
      const refused = isReasonOptional ? undefined : await does(by, person, {})
      expect(refused).toEqual(isReasonOptional ? undefined : refusal)
      expect(await ledger()).toEqual([])
      expect((await does(by, person, { words })).status).toBeLessThan(300)
      expect(await ledger()).toMatchObject([
        { what: 'admin-access', viewerRole: 'superadmin', studentId: null, personName: 'Mae Jemison', words },
      ])
      const notices = (await emailsOf(platform, organization.id)).filter((mail) =>
        mail.subject.includes(` staff ${subject} ${whom[role]} of `),
      )
      expect(notices.map(({ recipient }) => recipient)).toEqual([admin.user?.email])
      expect(notices[0]?.body).toContain('Mae Jemison')
      expect(notices[0]?.body).not.toContain(words)
    },
  )

  test('POST /api/users/{id}/reset-password: goes on without a body, and the ledger has the act', async ({
    platform,
  }) => {
    const { organization, admin, superAdmin, ledger } = await world(platform)
    const { id } = await organization.user('tenant_admin')
    expect((await superAdmin.post(`/api/users/${id}/reset-password`)).status).toBe(200)
    expect(await ledger()).toMatchObject([{ what: 'admin-access', words: '' }])
    const notices = await emailsOf(platform, organization.id)
    expect(notices.map(({ recipient }) => recipient)).toContain(admin.user?.email)
  })

  test.for(Object.entries(acts).filter(([, { on }]) => on === 'organization'))(
    '%s: admins of the organization need no reason, and nothing is entered',
    async ([, act], { platform }) => {
      const { admin, person, ledger } = await prepare(platform, act, 'parent')
      expect((await act.does(admin, person, {})).status).toBeLessThan(300)
      expect(await ledger()).toEqual([])
    },
  )

  test('PUT /api/people/{id} to deactivate: needs no reason', async ({ platform }) => {
    const { organization, staff, ledger } = await world(platform)
    const { id } = await organization.user('instructor')
    expect((await staff.put(`/api/people/${id}`, { isActive: false })).status).toBe(200)
    expect(await ledger()).toEqual([])
  })

  test('PUT /api/tenants/{id}: needs a reason when the admin signs in with the new contact address', async ({
    platform,
  }) => {
    const { organization, admin, superAdmin, ledger } = await world(platform)
    const adminEmail = `admin@${organization.subdomain}.example`
    await organization.user('tenant_admin', { email: adminEmail, firstName: 'Mae', lastName: 'Jemison' })
    const change = { adminEmail: `new.${adminEmail}`, movesAdmin: true }
    const move = (given: object) => superAdmin.put(`/api/tenants/${organization.id}`, { ...change, ...given })
    expect((await move({})).body.fields).toEqual({ words: 'Write why you need to do this' })
    expect((await move({ words })).status).toBe(200)
    expect(await ledger()).toMatchObject([{ what: 'admin-access', personName: 'Mae Jemison', words }])
    const notices = (await emailsOf(platform, organization.id)).filter((mail) => mail.subject.includes(moved))
    expect(notices.map(({ recipient }) => recipient)).toEqual([admin.user?.email])
  })
})
