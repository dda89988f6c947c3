import { describe, expect } from 'vitest'
import type { Role } from '#core/contract/roles.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Client, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildStudent, buildStudents } from '../../../testing/factories.ts'
import { createGroupOf } from '../../../testing/groups.ts'
import type { Group, GroupMember, NameMatch } from '../contract.ts'

const test = pluginTest([tenantApp])

const namesIn = ({ body }: { body: unknown }) => (body as Group[]).map(({ name }) => name)
const membersIn = ({ body }: { body: unknown }) =>
  (body as GroupMember[]).map(({ firstName, from, until }) => ({ firstName, from, until }))

// In the zone of tests' organizations, where it is another day than in UTC for some hours.
const dayBefore = (platform: TestPlatform, days: number) =>
  new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeZone: 'America/New_York' }).format(
    platform.clock.now().getTime() - days * 86_400_000,
  )

async function makeGroup(platform: TestPlatform) {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id: studentId } = await buildStudent(platform, organization)
  const group = await createGroupOf(admin, [], { name: 'Falcons', kind: 'team' })
  const at = `/api/groups/${group.id}`
  const leave = (until: string) => admin.post(`${at}/members/${studentId}/leave`, { until })
  return { organization, admin, studentId, group, at, leave }
}

describe('GET and POST /api/groups', () => {
  test('an admin creates groups, finds them by name and season, and archives and restores one', async ({
    platform,
  }) => {
    const { organization, admin, at, group, studentId } = await makeGroup(platform)
    await createGroupOf(admin, [studentId], { name: 'Blue cabin', kind: 'cabin', season: 'Summer 2027' })
    const all = await admin.get('/api/groups')
    expect(all.headers).toMatchObject({ 'x-total-count': '2' })
    expect(all.body).toMatchObject([
      { name: 'Blue cabin', kind: 'cabin', season: 'Summer 2027', color: 'gray', memberCount: 1, staff: [] },
      { name: 'Falcons', memberCount: 0 },
    ])
    expect(namesIn(await admin.get('/api/groups?search=summer'))).toEqual(['Blue cabin'])
    expect(namesIn(await admin.get('/api/groups?kind=team'))).toEqual(['Falcons'])
    expect(namesIn(await admin.get('/api/groups?limit=1&offset=1'))).toEqual(['Falcons'])

    expect((await admin.post(`${at}/archive`)).body).toMatchObject({ archivedAt: expect.any(String) })
    expect(namesIn(await admin.get('/api/groups'))).toEqual(['Blue cabin'])
    expect(namesIn(await admin.get('/api/groups?status=archived'))).toEqual(['Falcons'])
    expect(await admin.post(`${at}/members`, { studentIds: [studentId] })).toMatchObject({ status: 409 })
    // Archiving a group frees its name; restoring it needs the name to be free.
    await createGroupOf(admin, [], { name: 'FALCONS' })
    expect(await admin.post(`${at}/restore`)).toMatchObject({
      status: 409,
      body: { fields: { name: expect.any(String) } },
    })
    expect((await admin.put(at, { name: 'Hawks', updatedAt: group.updatedAt })).body).toMatchObject({
      code: 'outdated',
    })
    expect((await admin.put(at, { name: 'Hawks' })).body).toMatchObject({ name: 'Hawks' })
    expect((await admin.post(`${at}/restore`)).body).toMatchObject({ archivedAt: null })
    const instructor = await organization.signIn('instructor')
    expect((await instructor.post('/api/groups', { name: 'Owls', kind: 'team' })).status).toBe(403)
  })

  test('a group is deleted only while it has never had members', async ({ platform }) => {
    const { admin, at, studentId, leave } = await makeGroup(platform)
    const empty = await createGroupOf(admin)
    expect((await admin.delete(`/api/groups/${empty.id}`)).status).toBe(204)
    await admin.post(`${at}/members`, { studentIds: [studentId], from: dayBefore(platform, 9) })
    expect((await leave(dayBefore(platform, 2))).status).toBe(204)
    expect(await admin.delete(at)).toMatchObject({ status: 409, body: { message: expect.stringContaining('Archive') } })
  })
})

describe('POST /api/groups/{id}/members', () => {
  test('a student who leaves and returns has two memberships without a common day', async ({ platform }) => {
    const { admin, at, studentId, leave } = await makeGroup(platform)
    const day = (days: number) => dayBefore(platform, days)
    const add = (from: string) => admin.post(`${at}/members`, { studentIds: [studentId], from })
    expect((await add(day(30))).body).toEqual({ addedIds: [studentId] })
    expect((await add(day(20))).body).toEqual({ addedIds: [] })
    expect((await leave(day(20))).status).toBe(204)
    expect((await leave(day(20))).status).toBe(404)
    // The second membership is requested from a day of the first, and begins on the day after it.
    expect((await add(day(25))).body).toEqual({ addedIds: [studentId] })
    const ada = { firstName: 'Ada' }
    expect(membersIn(await admin.get(`${at}/members`))).toEqual([{ ...ada, from: day(20), until: null }])
    expect(membersIn(await admin.get(`${at}/members?status=former`))).toEqual([
      { ...ada, from: day(30), until: day(20) },
    ])
    for (const [days, count] of [
      [31, 0],
      [30, 1],
      [21, 1],
      [20, 1],
    ] as const) {
      const { body } = await admin.get(`${at}/members?on=${day(days)}`)
      expect(body, `${days} days ago`).toHaveLength(count)
    }
    // A membership that ends on its first day covers no day.
    await leave(day(20))
    expect(membersIn(await admin.get(`${at}/members`))).toEqual([])
    expect(await add('2099-01-01')).toMatchObject({ status: 400, body: { fields: { from: expect.any(String) } } })
    expect(await leave('2099-01-01')).toMatchObject({ status: 400, body: { fields: { until: expect.any(String) } } })
  })

  test('an admin adds 200 students at once, none of another organization', async ({ platform }) => {
    const { organization, admin, at } = await makeGroup(platform)
    const studentIds = await buildStudents(platform, organization, 200)
    expect((await admin.post(`${at}/members`, { studentIds })).body.addedIds).toHaveLength(200)
    expect((await admin.get(at)).body).toMatchObject({ memberCount: 200 })
    expect((await admin.post(`${at}/members`, { studentIds: [...studentIds, studentIds[0]] })).status).toBe(400)
    const { id: stranger } = await buildStudent(platform, await platform.organization())
    expect(await admin.post(`${at}/members`, { studentIds: [stranger] })).toMatchObject({
      status: 400,
      body: { fields: { studentIds: expect.any(String) } },
    })
  })

  test('two admins who add the same student at once create one membership', async ({ platform }) => {
    const { organization, admin, at, studentId } = await makeGroup(platform)
    const other = await organization.signIn('tenant_admin')
    const add = (client: Client) => client.post(`${at}/members`, { studentIds: [studentId] })
    const answers = await Promise.all([admin, other].map(add))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers.flatMap(({ body }) => body.addedIds as string[])).toEqual([studentId])
    expect(membersIn(await admin.get(`${at}/members`))).toHaveLength(1)
  })

  test('pasted names are found in either order and regardless of case', async ({ platform }) => {
    const { organization, admin, at, studentId } = await makeGroup(platform)
    await buildStudent(platform, organization, { firstName: 'Mary Ann', lastName: "O'Neil" })
    await admin.post(`${at}/members`, { studentIds: [studentId] })
    const names = ['ada  KING', 'King, Ada', 'King Ada', 'O’Neil, Mary Ann', 'Charles Babbage']
    const { body } = await admin.post(`${at}/matches`, { names })
    expect(
      (body as NameMatch[]).map(({ students }) => students.map(({ firstName, isMember }) => [firstName, isMember])),
    ).toEqual([[['Ada', true]], [['Ada', true]], [['Ada', true]], [['Mary Ann', false]], []])
  })
})

describe('a membership that ends on a future day', () => {
  test('is current for admins, families, filters and exports, and ends earlier when the student is removed', async ({
    platform,
  }) => {
    const organization = await platform.organization()
    const [admin, parent] = [await organization.signIn('tenant_admin'), await organization.signIn('parent')]
    const guardians = [{ userId: parent.user?.id ?? '' }]
    const { id: studentId } = await buildStudent(platform, organization, { guardians })
    const { id: groupId } = await createGroupOf(admin, [], { name: 'Falcons' })
    const at = `/api/groups/${groupId}`
    const [from, today, until] = [9, 0, -30].map((days) => dayBefore(platform, days))
    await admin.post(`${at}/members`, { studentIds: [studentId], from })
    await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
      trx('group_members').where({ studentId }).update({ untilDate: until }),
    )
    const read = async () => ({
      members: membersIn(await admin.get(`${at}/members`)),
      count: (await admin.get(at)).body.memberCount as number,
      filtered: ((await admin.get(`/api/students?groupId=${groupId}`)).body as unknown[]).length,
      isExported: String((await admin.get('/api/students/export?format=csv')).body).includes('Falcons'),
      isMatched: ((await admin.post(`${at}/matches`, { names: ['Ada King'] })).body as NameMatch[])[0]?.students[0]
        ?.isMember,
      ofParent: namesIn(await parent.get(`/api/students/${studentId}/groups`)),
    })
    const members = [{ firstName: 'Ada', from, until }]
    const current = { members, count: 1, filtered: 1, isExported: true, isMatched: true, ofParent: ['Falcons'] }
    expect(await read()).toEqual(current)
    expect((await admin.post(`${at}/members`, { studentIds: [studentId] })).body).toEqual({ addedIds: [] })
    expect((await admin.post(`${at}/members/${studentId}/leave`, {})).status).toBe(204)
    const none = { members: [], count: 0, filtered: 0, isExported: false, isMatched: false, ofParent: [] }
    expect(await read()).toEqual(none)
    expect(membersIn(await admin.get(`${at}/members?status=former`))).toEqual([
      { firstName: 'Ada', from, until: today },
    ])
  })
})

/** Groups that a viewer sees: Falcons, which an instructor staffs, with Ada; Hawks, with Ben, and Ada before. */
interface Seen {
  list: string[] | number
  falcons: number
  hawks: number
  ofAda: string[] | number
}

const everything: Seen = { list: ['Falcons', 'Hawks'], falcons: 200, hawks: 200, ofAda: ['Falcons'] }
const nothing: Seen = { list: 403, falcons: 403, hawks: 403, ofAda: 403 }

const table: [Role | 'other instructor' | 'parent of Ben' | 'restricted parent', Seen][] = [
  ['superadmin', everything],
  ['tenant_admin', everything],
  ['instructor', { list: ['Falcons'], falcons: 200, hawks: 404, ofAda: ['Falcons'] }],
  ['other instructor', { list: [], falcons: 404, hawks: 404, ofAda: [] }],
  ['parent', { ...nothing, ofAda: ['Falcons'] }],
  ['parent of Ben', { ...nothing, ofAda: 404 }],
  ['restricted parent', { ...nothing, ofAda: 404 }],
  ['student', nothing],
]

async function clientOf(platform: TestPlatform, organization: TestOrganization, viewer: string): Promise<Client> {
  if (viewer === 'superadmin') return organization.client().signIn((await platform.superAdmin()).user?.email ?? '')
  if (viewer.includes('parent')) return organization.signIn('parent')
  return organization.signIn(
    viewer === 'other instructor' ? 'instructor' : (viewer as 'tenant_admin' | 'instructor' | 'student'),
  )
}

describe('groups by role', () => {
  test.for(table)('%s', async ([viewer, seen], { platform }) => {
    const organization = await platform.organization()
    const admin = await organization.signIn('tenant_admin')
    const client = await clientOf(platform, organization, viewer)
    const guardian = { userId: client.user?.id ?? '' }
    const guardiansOf = (child: string) => {
      if (viewer === 'parent' && child === 'Ada') return [guardian]
      if (viewer === 'parent of Ben' && child === 'Ben') return [guardian]
      return viewer === 'restricted parent' && child === 'Ada' ? [{ ...guardian, isRestricted: true }] : []
    }
    const child = async (firstName: string) =>
      (await buildStudent(platform, organization, { firstName, guardians: guardiansOf(firstName) })).id
    const [ada, ben] = [await child('Ada'), await child('Ben')]
    const falcons = `/api/groups/${(await createGroupOf(admin, [ada], { name: 'Falcons' })).id}`
    const hawks = `/api/groups/${(await createGroupOf(admin, [ben], { name: 'Hawks' })).id}`
    await admin.post(`${hawks}/members`, { studentIds: [ada], from: dayBefore(platform, 5) })
    await admin.post(`${hawks}/members/${ada}/leave`, { until: dayBefore(platform, 1) })
    if (viewer === 'instructor') await admin.put(`${falcons}/staff`, { userIds: [client.user?.id] })
    const read = async (path: string) => {
      const answer = await client.get(path)
      return answer.status === 200 ? namesIn(answer) : answer.status
    }
    expect({
      list: await read('/api/groups'),
      falcons: (await client.get(`${falcons}/members`)).status,
      hawks: (await client.get(hawks)).status,
      ofAda: await read(`/api/students/${ada}/groups`),
    }).toEqual(seen)
  })
})
