import { describe, expect } from 'vitest'
import { changeRow } from '#core/testing/calls.ts'
import { pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { query } from '#core/testing/query.ts'
import { tenantApp } from '../../plugin.ts'
import { buildConversationFamily, ofSession } from '../../testing/conversation-family.ts'
import { newConversation } from '../../testing/conversations.ts'
import { buildGuardian, buildParticipant, buildSession, buildStudent } from '../../testing/factories.ts'

const test = pluginTest([tenantApp])

type Family = Awaited<ReturnType<typeof buildConversationFamily>>

/** Starts of a general conversation with the guardian Ana, each with the answer that is expected. */
const starts: readonly [
  name: string,
  status: number,
  team: 'admins' | 'session',
  by: (made: Family, platform: TestPlatform) => Promise<Client> | Client,
][] = [
  ['an admin, with admins', 201, 'admins', ({ admin }) => admin],
  ['an admin, with a team of the family', 201, 'session', ({ admin }) => admin],
  ['an instructor of the child, with their session', 201, 'session', ({ instructor }) => instructor],
  ['an instructor of the child, with admins alone', 400, 'admins', ({ instructor }) => instructor],
  [
    'an instructor of another session',
    400,
    'session',
    async ({ organization }, platform) => {
      const by = await organization.signIn('instructor')
      await buildSession(platform, organization, { instructorId: by.user?.id ?? '' })
      return by
    },
  ],
  [
    'an admin, to a guardian who is restricted for one child of two',
    400,
    'admins',
    async ({ organization, admin, parent }, platform) => {
      const { id: studentId } = await buildStudent(platform, organization, { guardians: [parent.user?.id ?? ''] })
      await changeRow(platform, 'parent_students', { studentId }, { isRestricted: true })
      return admin
    },
  ],
  [
    'an admin, to a guardian who sees no child',
    400,
    'admins',
    async ({ admin, ava }, platform) => {
      await changeRow(platform, 'parent_students', { studentId: ava.id }, { maySee: false })
      return admin
    },
  ],
  [
    'an admin, to a guardian who was unlinked',
    400,
    'admins',
    async ({ admin, ava }, platform) => {
      await query(platform.databaseUrl, `delete from parent_students where student_id = '${ava.id}'`)
      return admin
    },
  ],
  [
    'a super admin',
    403,
    'admins',
    async ({ organization }, platform) => organization.client().signIn((await platform.superAdmin()).user?.email ?? ''),
  ],
  ['a student', 403, 'admins', ({ organization }) => organization.signIn('student')],
]

describe('POST /api/conversations about no child', () => {
  for (const [name, status, team, byOf] of starts) {
    test(`${name}: ${status}`, async ({ platform }) => {
      const made = await buildConversationFamily(platform)
      const by = await byOf(made, platform)
      const guardianId = made.parent.user?.id
      const sent = newConversation(null, { guardianId, ...(team === 'session' ? ofSession(made.session.id) : {}) })
      const answer = await by.post('/api/conversations', sent)
      expect(answer.status).toBe(status)
      const listed = await made.parent.get('/api/conversations')
      expect(listed.body).toHaveLength(status === 201 ? 1 : 0)
      const found = await by.get('/api/conversations/guardians')
      const isReached = status === 201 || name.endsWith('with admins alone')
      const isRefused = status === 403
      expect(found.status).toBe(isRefused ? 403 : 200)
      const ana = { id: guardianId, name: 'Ana Ng', children: ['Ava'] }
      expect(Array.isArray(found.body) ? found.body : []).toEqual(isReached ? [ana] : [])
      const options = await by.get(`/api/conversations/options?guardianId=${guardianId}`)
      expect(options.status).toBe(isReached ? 200 : isRefused ? 403 : 404)
    })
  }

  test('refuses a student, staff and a guardian of another organization as the guardian', async ({ platform }) => {
    const { organization, admin } = await buildConversationFamily(platform)
    const other = await platform.organization()
    for (const { id } of [
      await organization.user('student'),
      await organization.user('instructor'),
      await other.user('parent'),
    ]) {
      expect((await admin.post('/api/conversations', newConversation(null, { guardianId: id }))).status).toBe(400)
    }
  })

  test('offers guardians of a child whom an account or an email reaches, and refuses others', async ({ platform }) => {
    const { organization, admin, parent, ava } = await buildConversationFamily(platform)
    const [reached, without, bouncing] = [
      await organization.user('parent'),
      await organization.user('parent'),
      await organization.user('parent'),
    ]
    for (const { id: userId } of [reached, without, bouncing]) {
      await buildGuardian(platform, organization, { studentId: ava.id, userId })
      await changeRow(platform, 'users', { id: userId }, { passwordHash: null })
    }
    await changeRow(platform, 'users', { id: without.id }, { email: null })
    await query(
      platform.databaseUrl,
      `insert into mail_suppressions (tenant_id, address, class, reason, created_at)
        values ('${organization.id}', '${bouncing.email}', 'essential', 'bounced', now())`,
    )
    const { body } = await admin.get(`/api/conversations/options?studentId=${ava.id}`)
    const ids = (body.guardians as { id: string }[]).map(({ id }) => id)
    expect(ids.toSorted()).toEqual([parent.user?.id ?? '', reached.id].toSorted())
    const write = (guardianId: string) => admin.post('/api/conversations', newConversation(ava.id, { guardianId }))
    expect((await write(reached.id)).status).toBe(201)
    for (const { id } of [without, bouncing]) expect((await write(id)).status).toBe(400)
  })

  test('refuses a guardian who is deactivated or has no account, and lists neither', async ({ platform }) => {
    const { organization, admin } = await buildConversationFamily(platform)
    for (const change of [{ isActive: false }, { passwordHash: null }]) {
      const { id } = await organization.user('parent')
      await buildStudent(platform, organization, { guardians: [id] })
      await changeRow(platform, 'users', { id }, change)
      expect((await admin.post('/api/conversations', newConversation(null, { guardianId: id }))).status).toBe(400)
      expect((await admin.get(`/api/conversations/options?guardianId=${id}`)).status).toBe(404)
    }
    expect((await admin.get('/api/conversations/guardians')).body).toMatchObject([{ name: 'Ana Ng' }])
  })
})

describe('GET /api/conversations/guardians', () => {
  test('finds guardians by name, in pages, each once with the children whom the caller reaches', async ({
    platform,
  }) => {
    const { organization, admin, instructor, parent, session } = await buildConversationFamily(platform)
    const guardians = [parent.user?.id ?? '']
    const ben = await buildStudent(platform, organization, { firstName: 'Ben', guardians })
    await buildStudent(platform, organization, { firstName: 'Cleo', guardians })
    await buildParticipant(platform, organization, { sessionId: session.id, studentId: ben.id })
    const zoe = await organization.user('parent', { firstName: 'Zoe', lastName: 'Ash' })
    await buildStudent(platform, organization, { guardians: [zoe.id] })
    const childrenOf = async (by: Client) =>
      (await by.get('/api/conversations/guardians')).body.map(({ children }: { children: string[] }) => children)
    expect((await childrenOf(admin))[0]).toEqual(['Ava', 'Ben', 'Cleo'])
    expect(await childrenOf(instructor)).toEqual([['Ava', 'Ben']])
    expect((await admin.get('/api/conversations/guardians?search=zoe')).body).toMatchObject([{ id: zoe.id }])
    expect((await admin.get('/api/conversations/guardians?limit=1&offset=1')).body).toMatchObject([{ id: zoe.id }])
  })
})
