import { expect } from 'vitest'
import type { TenantScope } from '#core/server/core.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildStudent } from '../../../testing/factories.ts'
import { listGuardiansToNotify } from './children.ts'
import { GuardianLinkModel } from './guardian-link.ts'
import { linkGuardian } from './links.ts'

const test = pluginTest([tenantApp])

const within = <T>({ core }: TestPlatform, { id }: TestOrganization, work: (scope: TenantScope) => Promise<T>) =>
  core.db.tenant(id, systemActor, work)

/** Lists the guardians of a student, by contact order. */
const guardiansOf = (platform: TestPlatform, organization: TestOrganization, studentId: string) =>
  within(platform, organization, async ({ trx }) => {
    const links = await GuardianLinkModel.query(trx).where({ studentId }).orderBy('contactOrder')
    expect(links.map(({ contactOrder }) => contactOrder)).toEqual(links.map((_, index) => index + 1))
    return links.map(({ parentId }) => parentId)
  })

test('guardians follow each other in the order of contact, and one who is given a place moves the others back', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const [ann, ben, cleo] = await Promise.all(['ann', 'ben', 'cleo'].map(() => organization.user('parent')))
  if (!ann || !ben || !cleo) throw new Error('Three parents are needed')
  const { id, links } = await buildStudent(platform, organization, { guardians: [ann.id, ben.id] })
  const link = (userId: string, contactOrder?: number) =>
    within(platform, organization, (scope) =>
      linkGuardian(scope, id, { userId, ...(contactOrder !== undefined && { contactOrder }) }),
    )
  expect(await link(cleo.id, 1)).toMatchObject({ isNew: true })
  expect(await guardiansOf(platform, organization, id)).toEqual([cleo.id, ann.id, ben.id])
  expect(await link(ben.id)).toEqual({ id: links[1], isNew: false })
  expect(await guardiansOf(platform, organization, id)).toEqual([cleo.id, ann.id, ben.id])
  await link(ben.id, 1)
  expect(await guardiansOf(platform, organization, id)).toEqual([ben.id, cleo.id, ann.id])
})

test('only active parents of the organization become guardians, of its own students', async ({ platform }) => {
  const [organization, other] = [await platform.organization(), await platform.organization()]
  const { id } = await buildStudent(platform, organization)
  const theirs = await buildStudent(platform, other)
  const inactive = await organization.user('parent')
  await within(platform, organization, ({ trx }) => trx('users').where({ id: inactive.id }).update({ isActive: false }))
  const strangers = [inactive, await organization.user('instructor'), await other.user('parent')]
  for (const { id: userId } of strangers) {
    const linked = within(platform, organization, (scope) => linkGuardian(scope, id, { userId }))
    await expect(linked).rejects.toMatchObject({ status: 400, fields: { userId: expect.any(String) } })
  }
  const { id: userId } = await organization.user('parent')
  const linked = within(platform, organization, (scope) => linkGuardian(scope, theirs.id, { userId }))
  await expect(linked).rejects.toMatchObject({ status: 404 })
})

test('thirty children of one guardian at once, and one guardian linked by several at once, leave no doubles', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const [parent, ...others] = await Promise.all(Array.from({ length: 5 }, () => organization.user('parent')))
  if (!parent) throw new Error('A parent is needed')
  const children = await Promise.all(Array.from({ length: 30 }, () => buildStudent(platform, organization)))
  const link = (studentId: string, userId: string) =>
    within(platform, organization, (scope) => linkGuardian(scope, studentId, { userId, contactOrder: 1 }))
  const linked = await Promise.all(children.map(({ id }) => link(id, parent.id)))
  expect(linked.every(({ isNew }) => isNew)).toBe(true)

  const [child] = children
  if (!child) throw new Error('A child is needed')
  const again = await Promise.all([parent, parent, ...others, ...others].map(({ id }) => link(child.id, id)))
  expect(again.filter(({ isNew }) => isNew)).toHaveLength(others.length)
  expect((await guardiansOf(platform, organization, child.id)).toSorted()).toEqual(
    [parent, ...others].map(({ id }) => id).toSorted(),
  )
})

test('a student has at most twenty guardians', async ({ platform }) => {
  const organization = await platform.organization()
  const parents = await Promise.all(Array.from({ length: 21 }, () => organization.user('parent')))
  const { id } = await buildStudent(platform, organization, { guardians: parents.slice(0, 20).map((one) => one.id) })
  const userId = parents[20]?.id ?? ''
  const linked = within(platform, organization, (scope) => linkGuardian(scope, id, { userId }))
  await expect(linked).rejects.toMatchObject({ status: 409, fields: { userId: expect.any(String) } })
})

test('told of a child is who may be told, is not restricted and is active, by contact order', async ({ platform }) => {
  const organization = await platform.organization()
  const parents = await Promise.all(Array.from({ length: 5 }, () => organization.user('parent')))
  const [first, silent, restricted, inactive, last] = parents.map((one) => one.id) as [
    string,
    string,
    string,
    string,
    string,
  ]
  const { id, links } = await buildStudent(platform, organization, {
    guardians: [first, { userId: silent, mayBeTold: false }, restricted, inactive, { userId: last, contactOrder: 1 }],
  })
  await within(platform, organization, async ({ trx }) => {
    await trx('parentStudents').where({ id: links[2] }).update({ isRestricted: true })
    await trx('users').where({ id: inactive }).update({ isActive: false })
  })
  const told = await within(platform, organization, (scope) => listGuardiansToNotify(scope, id))
  expect(told).toEqual([last, first].map((userId) => expect.objectContaining({ id: userId, name: 'Ada Lovelace' })))
})

test('each sees the children that they may see, and others are not there', async ({ platform }) => {
  const organization = await platform.organization()
  const parent = await organization.signIn('parent')
  const other = await organization.user('parent')
  const userId = parent.user?.id ?? ''
  const ada = await buildStudent(platform, organization, { guardians: [userId, other.id] })
  const ben = await buildStudent(platform, organization, { firstName: 'Ben', guardians: [{ userId, maySee: false }] })
  const cleo = await buildStudent(platform, organization, { firstName: 'Cleo', guardians: [other.id] })
  const superAdmin = await organization.client().signIn((await platform.superAdmin()).user?.email ?? '')
  const seen = async (client: typeof parent) => {
    const single = await Promise.all([ada, ben, cleo].map(({ id }) => client.get(`/api/children/${id}`)))
    const { body } = await client.get('/api/children')
    return {
      listed: (body as { firstName: string }[]).map((one) => one.firstName),
      single: single.map((one) => one.status),
    }
  }
  expect(await seen(parent)).toEqual({ listed: ['Ada'], single: [200, 404, 404] })
  expect(await seen(superAdmin)).toEqual({ listed: ['Ada', 'Ben', 'Cleo'], single: [200, 200, 200] })
  expect((await superAdmin.get('/api/children?search=CL')).body).toMatchObject([{ firstName: 'Cleo' }])
  await within(platform, organization, ({ trx }) =>
    trx('parentStudents').where({ id: ada.links[0] }).update({ isRestricted: true }),
  )
  expect(await seen(parent)).toEqual({ listed: [], single: [404, 404, 404] })
  for (const role of ['tenant_admin', 'instructor', 'student'] as const) {
    expect((await (await organization.signIn(role)).get('/api/children')).status).toBe(403)
  }
})
