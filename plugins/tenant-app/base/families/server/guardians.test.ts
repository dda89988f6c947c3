import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildStudent } from '../../../testing/factories.ts'
import type { Guardian } from '../contract.ts'

const test = pluginTest([tenantApp])

/** A student with so many guardians, and an admin. */
async function family(platform: TestPlatform, count: number) {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const parents = await Promise.all(Array.from({ length: count }, () => organization.user('parent')))
  const { id, links } = await buildStudent(platform, organization, { guardians: parents.map((one) => one.id) })
  return { organization, admin, parents, id, links, at: `/api/students/${id}/guardians` }
}

const mailedTo = ({ core }: TestPlatform, { id: tenantId }: TestOrganization) =>
  core.db.platform(systemActor, async ({ trx }) => {
    const mails = await trx('mail_messages').where({ tenantId }).orderBy('recipient')
    return mails as { recipient: string; subject: string; body: string }[]
  })

test('a guardian is added once, and the others who may be told of the child are told by mail', async ({ platform }) => {
  const { organization, admin, parents, links, at } = await family(platform, 3)
  await admin.put(`${at}/${links[1]}`, { mayBeTold: false })
  await admin.post(`${at}/${links[2]}/restrictions`, { kind: 'custody', verifiedBy: 'Grace Hopper' })
  const { id: userId } = await organization.user('parent', { firstName: 'Cleo', lastName: 'Stone' })
  const link = { userId, relationship: 'Grandmother', mayCollect: false }
  const added = await admin.post(at, link)
  expect(added).toMatchObject({
    status: 201,
    body: { ...link, contactOrder: 4, maySee: true, admin: { isRestricted: false } },
  })
  expect(await mailedTo(platform, organization)).toMatchObject([
    {
      recipient: parents[0]?.email,
      subject: 'Ada has another guardian at North Star Robotics',
      body: expect.stringContaining('Cleo Stone is now a guardian of Ada King'),
    },
  ])
  expect(await admin.post(at, { userId, relationship: 'aunt' })).toEqual({ ...added, headers: expect.anything() })
  expect(await mailedTo(platform, organization)).toHaveLength(1)
})

test('a guardian is invited by mail, or kept as a contact without an account, and found again by the address', async ({
  platform,
}) => {
  const { organization, admin, at } = await family(platform, 0)
  const person = { firstName: 'Cleo', lastName: 'Stone', email: 'cleo@example.org', invite: true }
  const invited = await admin.post(at, { person, relationship: 'mother' })
  expect(invited).toMatchObject({ status: 201, body: { firstName: 'Cleo', admin: { email: 'cleo@example.org' } } })
  expect((await mailedTo(platform, organization)).map(({ recipient }) => recipient)).toEqual(['cleo@example.org'])
  const contact = { firstName: 'Dan', lastName: 'Stone' }
  const kept = await admin.post(at, { person: contact, relationship: 'father' })
  expect(kept).toMatchObject({ status: 201, body: { ...contact, admin: { email: null } } })

  const sibling = await buildStudent(platform, organization, { firstName: 'Ben' })
  const again = { person: { ...person, email: 'CLEO@example.org' }, relationship: 'mother' }
  const found = await admin.post(`/api/students/${sibling.id}/guardians`, again)
  expect(found.body.userId).toBe(invited.body.userId)
  const { email } = await organization.user('instructor')
  for (const refused of [
    { ...contact, invite: true },
    { ...contact, email },
  ]) {
    const { body } = await admin.post(at, { person: refused, relationship: 'aunt' })
    expect(Object.keys(body.fields)).toEqual(['person.email'])
  }
})

test('of several admins who add one guardian at once one adds them, and one mail goes out', async ({ platform }) => {
  const { organization, admin, at } = await family(platform, 1)
  const { id: userId } = await organization.user('parent')
  const add = () => admin.post(at, { userId, relationship: 'father' })
  const answers = await Promise.all([add(), add(), add()])
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  expect((await admin.get(at)).body).toHaveLength(2)
  expect(await mailedTo(platform, organization)).toHaveLength(1)
})

test('only what is sent of a guardian changes, and a change by another user in between is a conflict', async ({
  platform,
}) => {
  const { organization, admin, parents, links, at } = await family(platform, 1)
  const at1 = `${at}/${links[0]}`
  const { body: before } = await admin.get(at1)
  expect(before).toMatchObject({ relationship: 'parent', phone: '', admin: { address: '', email: parents[0]?.email } })
  const { body: after } = await admin.put(at1, { phone: '+1 555 0111', maySee: false, updatedAt: before.updatedAt })
  expect(after).toMatchObject({ ...before, phone: '+1 555 0111', maySee: false, updatedAt: expect.any(String) })
  expect(await admin.put(at1, { mayCollect: false, updatedAt: before.updatedAt })).toMatchObject({
    status: 409,
    body: { code: 'outdated' },
  })
  expect((await admin.put(at1, { maySee: false, updatedAt: after.updatedAt })).body).toEqual(after)

  // The guardian's own change is one that admins notice, and the other way round.
  const parent = await organization.client().signIn(parents[0]?.email ?? '')
  const { body: own } = await parent.get('/api/guardians/me')
  expect(own).toEqual({ phone: '+1 555 0111', address: '', updatedAt: expect.any(String) })
  await parent.put('/api/guardians/me', { address: '1 Main Street', updatedAt: own.updatedAt })
  const late = await admin.put(at1, { notes: 'Prefers calls', updatedAt: after.updatedAt })
  expect(late).toMatchObject({ status: 409, body: { code: 'outdated' } })
  await admin.put(at1, { notes: 'Prefers calls' })
  const refused = await parent.put('/api/guardians/me', { phone: '', updatedAt: own.updatedAt })
  expect(refused).toMatchObject({ status: 409, body: { code: 'outdated' } })
  expect((await admin.get(at1)).body).toMatchObject({ phone: '+1 555 0111', admin: { address: '1 Main Street' } })
})

test('bad input is refused at its fields', async ({ platform }) => {
  const { organization, admin, at, links } = await family(platform, 1)
  const refusedBy = async (answer: Promise<{ status: number; body: { fields: object } }>) => {
    const { status, body } = await answer
    return [status, Object.keys(body.fields)]
  }
  const instructor = await organization.user('instructor')
  expect(await refusedBy(admin.post(at, { userId: instructor.id, relationship: 'x' }))).toEqual([400, ['userId']])
  expect(await refusedBy(admin.post(at, { userId: instructor.id, relationship: ' ' }))).toEqual([400, ['relationship']])
  expect(await refusedBy(admin.put(`${at}/${links[0]}`, { phone: '1'.repeat(51) }))).toEqual([400, ['phone']])
  expect(await refusedBy(admin.put(at, { ids: [], former: links }))).toEqual([400, ['ids']])
  const day = { kind: 'custody', verifiedBy: 'Grace', documentDate: '2099-01-01' }
  expect(await refusedBy(admin.post(`${at}/${links[0]}/restrictions`, day))).toEqual([400, ['documentDate']])
  const unsigned = { kind: 'custody', verifiedBy: ' ', reviewOn: 'soon' }
  expect(await refusedBy(admin.post(`${at}/${links[0]}/restrictions`, unsigned))).toEqual([
    400,
    ['reviewOn', 'verifiedBy'],
  ])
})

test('guardians are put in another order by whoever knows the present one', async ({ platform }) => {
  const { admin, at, links } = await family(platform, 3)
  const [first = '', second = '', third = ''] = links
  const order = async () => ((await admin.get(at)).body as Guardian[]).map(({ id }) => id)
  const answers = await Promise.all([
    admin.put(at, { ids: [third, first, second], former: links }),
    admin.put(at, { ids: [second, first, third], former: links }),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const present = await order()
  expect(answers.find(({ status }) => status === 200)?.body.map((one: Guardian) => one.id)).toEqual(present)
  expect((await admin.delete(`${at}/${present[0]}`)).status).toBe(204)
  expect(((await admin.get(at)).body as Guardian[]).map(({ contactOrder }) => contactOrder)).toEqual([1, 2])
})

test('a restriction is recorded once, holds past its review, keeps the guardian, and is lifted by an admin', async ({
  platform,
}) => {
  const { admin, at, links } = await family(platform, 1)
  const at1 = `${at}/${links[0]}`
  const order = {
    kind: 'court-order',
    documentDate: '2020-05-06',
    reviewOn: '2020-06-06',
    notes: 'No contact',
    verifiedBy: 'Grace Hopper',
  }
  const both = await Promise.all([admin.post(`${at1}/restrictions`, order), admin.post(`${at1}/restrictions`, order)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409])
  expect((await admin.get(at1)).body.admin).toMatchObject({ isRestricted: true, isReviewDue: true })
  expect(await admin.delete(at1)).toMatchObject({ status: 409, body: { code: 'guardian.restricted' } })
  const view = () => admin.post(`${at1}/restriction-views`, {})
  expect((await view()).body).toEqual([
    {
      ...order,
      id: expect.any(String),
      isReviewDue: true,
      createdAt: expect.any(String),
      liftedAt: null,
      liftedBy: null,
    },
  ])
  expect((await admin.post(`${at1}/restrictions/lift`)).status).toBe(204)
  expect((await admin.post(`${at1}/restrictions/lift`)).status).toBe(404)
  expect((await view()).body).toMatchObject([
    { liftedAt: expect.any(String), liftedBy: 'Ada Lovelace', isReviewDue: false },
  ])
  expect((await admin.get(at1)).body.admin).toMatchObject({ isRestricted: false, isReviewDue: false })
  expect((await admin.delete(at1)).status).toBe(204)
})

test('each reading of a restriction stands in the ledger, and platform staff say why and are told on', async ({
  platform,
}) => {
  const { organization, admin, id, at, links } = await family(platform, 1)
  const at1 = `${at}/${links[0]}`
  await admin.post(`${at1}/restrictions`, { kind: 'other', verifiedBy: 'Grace Hopper' })
  await admin.post(`${at1}/restriction-views`, {})
  const superAdmin = await organization.client().signIn((await platform.superAdmin()).user?.email ?? '')
  expect((await superAdmin.get(at)).body).toMatchObject([
    { admin: { isRestricted: null, isReviewDue: null, wasRestricted: null } },
  ])
  // Before they have read it, no change tells whether there is one: not by a refusal, and not by a right that does not hold.
  const changes = [
    () => superAdmin.put(at1, { mayCollect: true }),
    () => superAdmin.post(`${at1}/restrictions`, { kind: 'other', verifiedBy: 'Grace Hopper' }),
    () => superAdmin.post(`${at1}/restrictions/lift`),
    () => superAdmin.delete(at1),
  ]
  const statuses = async () => {
    const answered = []
    for (const change of changes) answered.push((await change()).status)
    return answered
  }
  expect(await statuses()).toEqual([403, 403, 403, 403])
  expect((await superAdmin.put(at1, { relationship: 'stepfather' })).body).toMatchObject({
    maySee: false,
    mayBeTold: false,
    mayCollect: false,
  })
  expect((await admin.get(at1)).body).toMatchObject({ maySee: true, mayBeTold: true, mayCollect: true })
  expect(await superAdmin.post(`${at1}/restriction-views`, {})).toMatchObject({
    status: 400,
    body: { fields: { words: expect.any(String) } },
  })
  expect((await superAdmin.post(`${at1}/restriction-views`, { words: 'Case 12' })).status).toBe(200)
  expect(await statuses()).toEqual([200, 409, 204, 204])
  const ledger = await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx('access_ledger').orderBy('viewedAt'),
  )
  expect(ledger).toMatchObject([
    { studentId: id, what: 'restrictions', viewerRole: 'tenant_admin', viewerId: admin.user?.id },
    { studentId: id, what: 'restrictions', viewerRole: 'superadmin', words: 'Case 12' },
  ])
  expect((await mailedTo(platform, organization)).map(({ recipient }) => recipient)).toEqual([admin.user?.email])
})
