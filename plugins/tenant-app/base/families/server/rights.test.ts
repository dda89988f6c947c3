import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Client, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { create } from '#core/testing/calls.ts'
import { fileForm } from '#core/testing/upload.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildStudent } from '../../../testing/factories.ts'
import { makePicture } from '../../../testing/family-calls.ts'
import type { Guardian } from '../contract.ts'
import type { NewGuardianLink } from './links.ts'

const test = pluginTest([audit, tenantApp])

const viewers = [
  'superadmin',
  'tenant_admin',
  'instructor',
  'guardian',
  'guardian who may not see',
  'guardian who may not be told',
  'guardian who may not collect',
  'guardian who lives elsewhere',
  'restricted guardian',
  'parent of another child',
  'parent of another organization',
  'student',
] as const
type Viewer = (typeof viewers)[number]

const rightsOf: Partial<Record<Viewer, Omit<NewGuardianLink, 'userId'>>> = {
  guardian: {},
  'guardian who may not see': { maySee: false },
  'guardian who may not be told': { mayBeTold: false },
  'guardian who may not collect': { mayCollect: false },
  'guardian who lives elsewhere': { livesWithChild: false },
  'restricted guardian': {},
}

/** Ada with another guardian, Ben, who is never the viewer; Ada collected by Rosa, with her photo; and the viewer. */
async function family(platform: TestPlatform, viewer: Viewer) {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const client = await clientOf(platform, organization, viewer)
  const ben = await organization.user('parent', { firstName: 'Ben', lastName: 'King' })
  const rights = rightsOf[viewer]
  const userId = client.user?.id ?? ''
  const { id, links } = await buildStudent(platform, organization, {
    guardians: [ben.id, ...(rights ? [{ userId, ...rights }] : [])],
    ...(viewer === 'student' && { userId }),
  })
  const at = `/api/students/${id}`
  if (viewer === 'restricted guardian') {
    await create(admin, `${at}/guardians/${links[1]}/restrictions`, { kind: 'court-order', verifiedBy: 'Grace Hopper' })
    await client.signIn(client.user?.email ?? '')
  }
  const rosa = await create<{ id: string }>(admin, `${at}/collectors`, { name: 'Rosa Lee', phone: '+1 555 0100' })
  const withPhoto = await admin.request('POST', `${at}/collectors/${rosa.id}/photo`, fileForm(await makePicture()))
  expect(withPhoto.status).toBe(200)
  const other = await organization.user('parent')
  return {
    organization,
    admin,
    client,
    id,
    at,
    links,
    rosa: `${at}/collectors/${rosa.id}`,
    photo: withPhoto.body.photoUrl,
    other,
  }
}

async function clientOf(platform: TestPlatform, organization: TestOrganization, viewer: Viewer): Promise<Client> {
  if (viewer === 'superadmin') return organization.client().signIn((await platform.superAdmin()).user?.email ?? '')
  if (viewer === 'parent of another organization') return (await platform.organization()).signIn('parent')
  if (viewer === 'tenant_admin' || viewer === 'instructor' || viewer === 'student') return organization.signIn(viewer)
  const client = await organization.signIn('parent')
  if (viewer === 'parent of another child') {
    await buildStudent(platform, organization, { guardians: [client.user?.id ?? ''] })
  }
  return client
}

type Family = Awaited<ReturnType<typeof family>>

const reason = { words: 'Support case 12' }

/** Acts that a user tries, in this order, and the status of the answer. */
const acts: Record<string, (family: Family) => Promise<{ status: number }>> = {
  'see the child': ({ client, id }) => client.get(`/api/children/${id}`),
  'see contacts': ({ client, id }) => client.get(`/api/children/${id}/contacts`),
  'see collectors': ({ client, at }) => client.get(`${at}/collectors`),
  'see a photo': ({ client, photo }) => client.get(photo),
  'add a collector': ({ client, at }) => client.post(`${at}/collectors`, { name: 'Ned', phone: '1' }),
  'change a collector': ({ client, rosa }) => client.put(rosa, { name: 'Rosa B. Lee' }),
  'put a photo': async ({ client, rosa }) => client.request('POST', `${rosa}/photo`, fileForm(await makePicture())),
  'take a photo away': ({ client, rosa }) => client.delete(`${rosa}/photo`),
  'remove a collector': ({ client, rosa }) => client.delete(rosa),
  'own contact': ({ client }) => client.put('/api/guardians/me', { phone: '+1 555 0199' }),
  'see guardians': ({ client, at }) => client.get(`${at}/guardians`),
  'see a guardian': ({ client, at, links }) => client.get(`${at}/guardians/${links[0]}`),
  'order guardians': ({ client, at, links }) => client.put(`${at}/guardians`, { ids: links, former: links }),
  'add a guardian': ({ client, at, other }) =>
    client.post(`${at}/guardians`, { userId: other.id, relationship: 'aunt' }),
  'read restrictions': ({ client, at, links }) => client.post(`${at}/guardians/${links[0]}/restriction-views`, reason),
  'change a guardian': ({ client, at, links }) => client.put(`${at}/guardians/${links[0]}`, { mayCollect: false }),
  restrict: ({ client, at, links }) =>
    client.post(`${at}/guardians/${links[0]}/restrictions`, { kind: 'custody', verifiedBy: 'Grace' }),
  'lift a restriction': ({ client, at, links }) => client.post(`${at}/guardians/${links[0]}/restrictions/lift`),
  'remove a guardian': ({ client, at, links }) => client.delete(`${at}/guardians/${links[0]}`),
}

const portal = ['see the child', 'see contacts']
const collecting = ['add a collector', 'change a collector', 'put a photo', 'take a photo away', 'remove a collector']
const collectors = ['see collectors', 'see a photo']
const guardians = ['see guardians', 'see a guardian']

/** Acts that succeed; all others are refused, as if there were no such thing or as none of theirs. */
const may: Record<Viewer, readonly string[]> = {
  superadmin: Object.keys(acts).filter((act) => act !== 'own contact'),
  tenant_admin: Object.keys(acts).filter((act) => !portal.includes(act) && act !== 'own contact'),
  instructor: [...collectors, ...collecting, ...guardians],
  guardian: [...portal, ...collectors, ...collecting, 'own contact'],
  'guardian who may not see': ['own contact'],
  'guardian who may not be told': [...portal, ...collectors, ...collecting, 'own contact'],
  'guardian who may not collect': [...portal, ...collectors, 'own contact'],
  'guardian who lives elsewhere': [...portal, ...collectors, ...collecting, 'own contact'],
  'restricted guardian': ['own contact'],
  'parent of another child': ['own contact'],
  'parent of another organization': ['own contact'],
  student: [],
}

test.for(viewers)(
  'a %s sees and changes what the tables of rights say, and nothing else',
  async (viewer, { platform }) => {
    const own = await family(platform, viewer)
    const done: string[] = []
    const answered = new Set<number>()
    for (const [act, attempt] of Object.entries(acts)) {
      const { status } = await attempt(own)
      if (status < 300) done.push(act)
      answered.add(status)
    }
    expect(done).toEqual(Object.keys(acts).filter((act) => may[viewer].includes(act)))
    expect([...answered].filter((status) => ![200, 201, 204, 403, 404].includes(status))).toEqual([])
  },
)

test('instructors and platform staff are answered rights as they hold, and nothing by which a restriction could be told from them', async ({
  platform,
}) => {
  const { organization, admin, at, links } = await family(platform, 'restricted guardian')
  await admin.put(`${at}/guardians/${links[0]}`, {
    phone: '+1 555 0133',
    address: '1 Secret Lane',
    notes: 'Calls at night',
    maySee: false,
    mayBeTold: false,
    mayCollect: false,
  })
  const instructor = await organization.signIn('instructor')
  const [ben, restricted] = (await instructor.get(`${at}/guardians`)).body as Guardian[]
  const shown = { maySee: false, mayBeTold: false, mayCollect: false, livesWithChild: true, admin: null }
  expect(ben).toMatchObject({ ...shown, firstName: 'Ben', phone: '' })
  expect(restricted).toMatchObject({ ...shown, phone: '' })
  const [, known] = (await admin.get(`${at}/guardians`)).body as Guardian[]
  expect(known).toMatchObject({ maySee: true, mayCollect: true, admin: { isRestricted: true, isReviewDue: false } })
  const { body } = await instructor.get(`${at}/collectors`)
  expect(body.barred).toEqual(['Ben King', 'Ada Lovelace'])
  // Ben may not be told either: that somebody is passed over says nothing.
  expect((await instructor.get(at)).body.parentUser).toBeNull()
  const superAdmin = await clientOf(platform, organization, 'superadmin')
  const { admin: _, ...rights } = shown
  expect((await superAdmin.get(`${at}/guardians`)).body).toMatchObject([rights, rights])
})

/** Addresses of all reads that parents may call, with the child's id in the place of every other. */
function parentReads({ platform }: TestPlatform, childId: string): string[] {
  const contracts = [...platform.parts.values()].flatMap(({ routes = [] }) => routes)
  return contracts.flatMap(({ contract }) =>
    Object.values(contract).flatMap(({ method, path, access: { who, hosts } }) => {
      const isForParents = who === 'signed-in' || (who !== 'anyone' && who.includes('parent'))
      return method === 'GET' && hosts !== 'platform' && isForParents ? [path.replaceAll(/\{\w+\}/g, childId)] : []
    }),
  )
}

test('in no answer a guardian sees another’s address, phone, email, staff’s notes or that somebody is restricted', async ({
  platform,
}) => {
  const { admin, client, at, links, id } = await family(platform, 'guardian')
  const secrets = { phone: '+1 555 0177', address: '7 Hidden Lane', notes: 'Fears the other parent' }
  for (const link of links) expect((await admin.put(`${at}/guardians/${link}`, secrets)).status).toBe(200)
  const order = { kind: 'protection-order', verifiedBy: 'Grace Hopper', notes: 'Do not call' }
  await admin.post(`${at}/guardians/${links[0]}/restrictions`, order)
  const [ben] = (await admin.get(`${at}/guardians`)).body as Guardian[]
  await client.put('/api/guardians/me', { phone: 'mine', address: 'mine' })

  const reads = parentReads(platform, id)
  expect(reads).toEqual(
    expect.arrayContaining([`/api/children/${id}/contacts`, '/api/guardians/me', `${at}/collectors`]),
  )
  const answers = await Promise.all(reads.map((path) => client.get(path)))
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(5)
  const told = JSON.stringify(answers.map(({ body }) => body as unknown))
  expect(told).toContain('Ben King')
  const hidden = [
    ...Object.values(secrets),
    ben?.admin?.email ?? '',
    ben?.userId ?? '',
    'lastLogin',
    'estrict',
    ...Object.values(order),
  ]
  expect(hidden.filter((text) => told.includes(text))).toEqual([])
})

test('who loses the right to see, or is restricted, sees nothing with the next call, in figures neither', async ({
  platform,
}) => {
  const { admin, client, at, links, id, photo } = await family(platform, 'guardian')
  const link = `${at}/guardians/${links[1]}`
  const seen = async () => {
    // Losing the right to see ends the guardian's sessions.
    if ((await client.get('/api/user')).status === 401) await client.signIn(client.user?.email ?? '')
    const { body } = await client.get('/api/tenant/dashboard/stats')
    const answers = await Promise.all(
      [`/api/children/${id}`, `/api/children/${id}/contacts`, `${at}/collectors`, photo].map((path) =>
        client.get(path),
      ),
    )
    return [body.totalStudents, (await client.get('/api/children')).body.length, ...answers.map(({ status }) => status)]
  }
  const [all, nothing] = [
    [1, 1, 200, 200, 200, 200],
    [0, 0, 404, 404, 404, 404],
  ]
  expect(await seen()).toEqual(all)
  await admin.put(link, { maySee: false })
  expect(await seen()).toEqual(nothing)
  await admin.put(link, { maySee: true })
  expect(await seen()).toEqual(all)
  await admin.post(`${link}/restrictions`, { kind: 'custody', verifiedBy: 'Grace Hopper' })
  expect(await seen()).toEqual(nothing)
  await admin.post(`${link}/restrictions/lift`)
  expect(await seen()).toEqual(all)
})

test('audit entries and activity say what changed, and never phones, addresses or notes', async ({ platform }) => {
  const { organization, admin, client, at, links, rosa } = await family(platform, 'guardian')
  const texts = ['+1 555 0188', '8 Quiet Street', 'Came drunk', 'No contact until June']
  const [phone, address, notes, why] = texts
  await admin.put(`${at}/guardians/${links[0]}`, { phone, address, notes, mayCollect: false })
  await client.put('/api/guardians/me', { phone, address })
  await admin.put(rosa, { phone, name: 'Rosa B. Lee' })
  const order = { kind: 'protection-order', verifiedBy: 'Grace Hopper', notes: why }
  await admin.post(`${at}/guardians/${links[0]}/restrictions`, order)
  await admin.post(`${at}/guardians/${links[0]}/restriction-views`, {})
  await admin.post(`${at}/guardians/${links[0]}/restrictions/lift`)
  await admin.delete(rosa)
  const written = await platform.core.db.tenant(organization.id, systemActor, async ({ trx }) =>
    JSON.stringify([await trx('audit_logs').select(), await trx('organization_activity').select()]),
  )
  // Rights that are changed, restricted and lifted leave the same entry, since super admins read the log too.
  const entries = await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx('audit_logs').where({ action: 'guardian.changed', resourceId: links[0] }).orderBy('id'),
  )
  const kept = entries.map(({ action, description, category, severity, metadata }) => [
    action,
    description,
    category,
    severity,
    metadata.changed,
  ])
  const described = expect.stringMatching(/^Changed \{user:[-\w]+\}, a guardian of \{student:[-\w]+\}$/)
  const same = ['guardian.changed', described, 'account', 'info']
  expect(kept).toEqual([
    [...same, ['rights', 'phone', 'address', 'notes']],
    [...same, ['rights']],
    [...same, ['rights']],
  ])
  expect(written).not.toMatch(/restrict|lift/i)
  expect([...texts, 'protection-order', 'Grace Hopper'].filter((text) => written.includes(text))).toEqual([])
})

test('a read-only organization still takes what protects a child, and no other change of a family', async ({
  platform,
}) => {
  const { organization, admin, client, at, links, rosa } = await family(platform, 'guardian')
  await platform.core.db.platform(systemActor, async (scope) => {
    await scope.trx('tenants').where({ id: organization.id }).update({ readOnly: true })
    await scope.core.invalidations.announce(scope, 'tenant', organization.id)
  })
  const link = `${at}/guardians/${links[0]}`
  const arranged = { ids: links.toReversed(), former: links }
  await expect.poll(async () => (await admin.put(`${at}/guardians`, arranged)).status).toBe(403)
  const order = { kind: 'custody', verifiedBy: 'Grace Hopper' }
  const answers = [
    await client.post(`${at}/collectors`, { name: 'Ned', phone: '1' }),
    await client.put(rosa, { name: 'Rosa B. Lee' }),
    await client.put('/api/guardians/me', { phone: '+1 555 0199' }),
    await admin.put(link, { mayCollect: false }),
    await admin.post(`${link}/restrictions`, order),
    await admin.post(`${link}/restriction-views`, {}),
    await admin.post(`${link}/restrictions/lift`),
    await admin.delete(link),
    await client.delete(rosa),
  ]
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 200, 204, 200, 204, 204, 204])
  expect((await client.request('POST', `${rosa}/photo`, fileForm(await makePicture()))).body.code).toBe(
    'subscription.read-only',
  )
})
