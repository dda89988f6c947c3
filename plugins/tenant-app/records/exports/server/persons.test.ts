import { expect } from 'vitest'
import { plugins } from '#config/plugins.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { create, rowOf } from '#core/testing/calls.ts'
import { pluginTest, type Client, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { newPost, startConversation } from '../../../testing/conversations.ts'
import { downloadEntries, type Entries } from '../../../testing/exports.ts'
import { buildMedia, buildStudent } from '../../../testing/factories.ts'
import type { PersonalExport } from '../person-contract.ts'
import { makeExport } from './make-export.ts'
import { leftOutTables } from './left-out-tables.ts'
import { studentParts } from './person-parts.ts'
import { userParts } from './user-parts.ts'
import { signInParts } from './sign-in-parts.ts'

const test = pluginTest(plugins)

const PATH = '/api/personal-exports'

/** Creates a child with data that some people must get and others must not. */
async function family(platform: TestPlatform) {
  const organization = await platform.organization()
  const [admin, mother, father, student] = [
    await organization.signIn('tenant_admin'),
    await organization.signIn('parent'),
    await organization.signIn('parent'),
    await organization.signIn('student'),
  ]
  const { id: studentId } = await create<{ id: string }>(admin, '/api/students', {
    firstName: 'Ada',
    lastName: 'King',
    parentUserId: mother.user?.id,
    medicalNotes: 'canary of health',
  })
  const path = `/api/students/${studentId}/guardians`
  const { id: guardianId } = await create<{ id: string }>(admin, path, {
    userId: father.user?.id,
    relationship: 'canary of the other',
  })
  expect((await admin.put(`${path}/${guardianId}`, { notes: 'canary of notes' })).status).toBe(200)
  const order = { kind: 'court-order', verifiedBy: 'Grace Hopper', notes: 'canary of a court' }
  await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx('students').where({ id: studentId }).update({ userId: student.user?.id }),
  )
  const { id: ben } = await buildStudent(platform, organization, { firstName: 'Ben', lastName: 'Ash' })
  await buildMedia(platform, organization, { filename: 'alone.png', studentIds: [studentId] })
  await buildMedia(platform, organization, { filename: 'together.png', studentIds: [studentId, ben] })
  for (const [client, medicalNotes] of [
    [mother, 'words of the mother'],
    [father, 'words of the father'],
  ] as const)
    await create(client, `/api/students/${studentId}/health/proposals`, { part: 'notes', change: { medicalNotes } })
  const restrict = () => create(admin, `${path}/${guardianId}/restrictions`, order)
  return { organization, admin, mother, father, student, studentId, restrict }
}

async function exported(platform: TestPlatform, organization: TestOrganization, by: Client, body: object) {
  const { id } = await create<PersonalExport>(by, PATH, body)
  await makeExport.perform(platform.core, organization.id, { tenantId: organization.id, exportId: id })
  return { id, entries: await downloadEntries(platform, by, `${PATH}/${id}/download`) }
}

const textOf = (entries: Entries) => [...entries.values()].join('\n')

test('every table that refers to people is exported to them, or has a reason why not', ({ platform }) => {
  const { tables, given: byPlugins, notGiven: notByPlugins } = platform.core.personalData
  const given = new Set([...studentParts, ...userParts, ...signInParts, ...byPlugins].flatMap(({ of }) => of))
  const leading = Object.entries(tables).flatMap(([table, { columns }]) =>
    Object.values(columns).some((rule) => 'person' in rule && rule.person !== 'collector') ? [table] : [],
  )
  expect(leading.length).toBeGreaterThan(30)
  expect(
    leading.filter((table) => !given.has(table) && !leftOutTables[table] && !notByPlugins[table]),
    'give it in plugins/tenant-app/records/exports/server/person-parts.ts or the plugin’s personal data, or say in notGiven, of either, why not',
  ).toEqual([])
  expect([...given].filter((table) => !tables[table])).toEqual([])
})

test('a guardian gets a child’s data with health, without the other guardian, notes and court orders', async ({
  platform,
}) => {
  const { organization, admin, mother, father, studentId, restrict } = await family(platform)
  await startConversation(father, studentId)
  const general = await startConversation(father, null, { post: newPost('canary of his own') })
  await create(admin, `/api/conversations/${general.id}/posts`, newPost('canary of an answer'))
  const before = await exported(platform, organization, father, { studentId })
  expect(textOf(before.entries)).toContain('canary of health')
  const waiting = await create<PersonalExport>(father, PATH, { studentId })
  // A new export replaces the previous one.
  expect((await father.get(`${PATH}/${before.id}/download`)).status).toBe(404)
  await expect.poll(() => platform.core.files.contents.madeIds()).not.toContain(before.id)
  await restrict()
  await father.signIn(father.user?.email ?? '')
  await makeExport.perform(platform.core, organization.id, { tenantId: organization.id, exportId: waiting.id })
  expect((await father.get(`${PATH}/${waiting.id}/download`)).status).toBe(404)
  expect(await rowOf(platform, 'data_exports', { id: waiting.id })).toMatchObject({ status: 'cancelled' })
  expect((await father.post(PATH, { studentId })).status).toBe(404)
  const restricted = textOf((await exported(platform, organization, father, {})).entries)
  expect(restricted).toContain('canary of his own')
  for (const secret of ['King', 'canary of an answer']) expect(restricted).not.toContain(secret)

  const { id, entries } = await exported(platform, organization, mother, { studentId })
  const text = textOf(entries)
  expect([...entries.keys()]).toEqual(['index.html', 'data.json'])
  for (const own of ['Ada', 'canary of health', 'words of the mother']) expect(text).toContain(own)
  for (const secret of [
    'canary of the other',
    'canary of notes',
    'canary of a court',
    'restrict',
    'words of the father',
    father.user?.id ?? '',
  ])
    expect(text).not.toContain(secret)
  expect(text).not.toContain(father.user?.email)
  for (const client of [admin, father]) expect((await client.get(`${PATH}/${id}/download`)).status).toBe(404)
  const { body: list } = await mother.get(`${PATH}?studentId=${studentId}`)
  expect(list).toMatchObject([{ id, status: 'ready', studentId, userId: null }])
  expect((await admin.get(`/api/students/${studentId}/views`)).body).toEqual([])
})

test('an admin exports one person’s data, health with a reason that the ledger stores; other users only their own', async ({
  platform,
}) => {
  const { organization, admin, mother, student, studentId } = await family(platform)
  const plain = await exported(platform, organization, admin, { studentId })
  expect(textOf(plain.entries)).not.toContain('canary')
  expect([...plain.entries.keys()]).toEqual(['index.html', 'data.json', 'files/tenant-app/media/alone.png'])
  expect((await admin.post(PATH, { studentId, includesHealth: true })).body.fields).toEqual({
    reason: 'Write what the health data is needed for',
  })
  const asked = { studentId, includesHealth: true, reason: 'The mother asked by letter' }
  const withHealth = textOf((await exported(platform, organization, admin, asked)).entries)
  for (const one of ['canary of health', 'words of the mother', 'words of the father'])
    expect(withHealth).toContain(one)
  const views = (await mother.get(`/api/students/${studentId}/views`)).body as { what: string; words: string }[]
  expect(views.map(({ what, words }) => `${what}: ${words}`).toSorted()).toEqual([
    'emergency: Export of this child’s data: The mother asked by letter',
    'health: Export of this child’s data: The mother asked by letter',
  ])
  const ofMother = await exported(platform, organization, admin, { userId: mother.user?.id })
  expect(textOf(ofMother.entries)).toContain(mother.user?.email)

  const own = textOf((await exported(platform, organization, student, { includesHealth: true })).entries)
  expect(own).toContain('Ada')
  expect(own).not.toContain('canary')
  const instructor = await organization.signIn('instructor')
  const mine = await exported(platform, organization, instructor, {})
  expect(textOf(mine.entries)).toContain('Signed-in devices')
  const hash = await rowOf(platform, 'users', { id: instructor.user?.id })
  expect(textOf(mine.entries)).not.toContain(hash?.['passwordHash'])

  const staff = await organization.client().signIn((await platform.superAdmin()).user?.email ?? '')
  const stranger = await (await platform.organization()).signIn('tenant_admin')
  const refusals = [
    [instructor, { studentId }, 403],
    [instructor, { userId: mother.user?.id }, 403],
    [mother, { userId: student.user?.id }, 403],
    [student, { userId: mother.user?.id }, 403],
    [staff, { studentId }, 403],
    [staff, {}, 403],
    [stranger, { studentId }, 404],
    [stranger, { userId: mother.user?.id }, 404],
    [organization.client(), {}, 401],
  ] as const
  for (const [client, body, status] of refusals) expect((await client.post(PATH, body)).status).toBe(status)

  for (let begun = 1; begun < 5; begun += 1) await exported(platform, organization, instructor, {})
  expect(await instructor.post(PATH, {})).toMatchObject({ status: 429, body: { code: 'export.enough' } })
  const twice = await Promise.all([1, 2].map(() => mother.post(PATH, {})))
  expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409])
  await platform.core.db.platform(systemActor, async (scope) => {
    await scope.trx('users').where({ id: admin.user?.id }).update({ role: 'parent' })
    await platform.core.invalidations.announceEverything(scope)
  })
  expect((await admin.get(`${PATH}/${ofMother.id}/download`)).status).toBe(403)
})
