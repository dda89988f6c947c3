import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { changeRow } from '#core/testing/calls.ts'
import { pluginTest, type Client, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { query } from '#core/testing/query.ts'
import { tenantApp } from '../../plugin.ts'
import { buildConversationFamily, ofSession } from '../../testing/conversation-family.ts'
import { newConversation, newPost, startConversation, workConversations } from '../../testing/conversations.ts'
import { buildGuardian, buildSession, buildStudent } from '../../testing/factories.ts'
import { nameLead } from '../../testing/incident-calls.ts'
import { moveTo } from '../../testing/message-families.ts'
import { EDIT_MINUTES, MAX_DAILY_CONVERSATIONS } from '../contract.ts'

const test = pluginTest([tenantApp])

const emails = ({ databaseUrl }: TestPlatform, { id }: TestOrganization) =>
  query<{ recipient: string; subject: string; body: string }>(
    databaseUrl,
    `select recipient, subject, body from mail_messages where tenant_id = '${id}' and class = 'conversation' order by id`,
  )

/** Moves the clock to a time on one of the next days, and signs in again. */
async function nextDay(platform: TestPlatform, time: string, ...clients: readonly Client[]): Promise<void> {
  const day = new Date(platform.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10)
  moveTo(platform, `${day}T${time}`)
  for (const client of clients) await client.signIn(client.user?.email ?? '')
}

describe('POST /api/conversations', () => {
  test('starts one, once for what is sent twice, with all who take part and no address of theirs', async ({
    platform,
  }) => {
    const { parent, ava, session } = await buildConversationFamily(platform)
    const sent = newConversation(ava.id, { topic: 'late-pickup', ...ofSession(session.id) })
    const [first, second] = [
      await parent.post('/api/conversations', sent),
      await parent.post('/api/conversations', sent),
    ]
    expect(first).toMatchObject({
      status: 201,
      body: { teamName: 'Robotics', topic: 'late-pickup', day: expect.any(String) },
    })
    expect(second.body).toEqual(first.body)
    expect(first.body.instructors).toEqual(['Lee Ng'])
    expect(JSON.stringify(first.body)).not.toContain('@')
    expect((await parent.get(`/api/conversations/${sent.id}/posts`)).body).toHaveLength(1)
  })

  test('refuses another’s child, a team of no child, a past day, and more than a day’s worth', async ({ platform }) => {
    const { organization, parent, ava, instructor, session } = await buildConversationFamily(platform)
    const other = await buildStudent(platform, organization)
    expect((await parent.post('/api/conversations', newConversation(other.id))).status).toBe(404)
    const elsewhere = await buildSession(platform, organization)
    expect((await parent.post('/api/conversations', newConversation(ava.id, ofSession(elsewhere.id)))).status).toBe(400)
    const past = newConversation(ava.id, { topic: 'absence', day: '2020-02-27' })
    expect((await parent.post('/api/conversations', past)).status).toBe(400)
    const byStaff = newConversation(ava.id, { guardianId: parent.user?.id })
    expect((await instructor.post('/api/conversations', byStaff)).status).toBe(400)
    expect((await instructor.post('/api/conversations', newConversation(null))).status).toBe(400)
    expect((await instructor.post('/api/conversations', { ...byStaff, ...ofSession(session.id) })).status).toBe(201)
    const statuses = []
    for (let index = 0; index <= MAX_DAILY_CONVERSATIONS; index++) {
      statuses.push((await parent.post('/api/conversations', newConversation(ava.id))).status)
    }
    expect(statuses.filter((status) => status === 201)).toHaveLength(MAX_DAILY_CONVERSATIONS)
    expect(statuses.at(-1)).toBe(409)
  })
})

test('a guardian who is restricted for a child starts no general conversation, and reads why', async ({ platform }) => {
  const { parent, ava } = await buildConversationFamily(platform)
  expect((await parent.post('/api/conversations', newConversation(null))).status).toBe(201)
  await changeRow(platform, 'parent_students', { studentId: ava.id }, { isRestricted: true })
  expect(await parent.post('/api/conversations', newConversation(null))).toMatchObject({
    status: 403,
    body: { message: 'You can’t start a general conversation. Choose a child.' },
  })
})

describe('POST /api/conversations/questions', () => {
  test('a student from 13 asks, and the guardian is in it; a younger one is refused', async ({ platform }) => {
    const { organization, parent, ava } = await buildConversationFamily(platform)
    const student = await organization.signIn('student')
    const become = (dateOfBirth: string) =>
      changeRow(platform, 'students', { id: ava.id }, { userId: student.user?.id ?? '', dateOfBirth })
    const year = platform.clock.now().getUTCFullYear()
    const birthdayOf = (age: number) => `${year - age}-01-01`
    const question = { id: randomUUID(), post: newPost('Can I bring my own laptop?') }
    await become(birthdayOf(12))
    expect((await student.post('/api/conversations/questions', question)).status).toBe(403)
    await become(birthdayOf(13))
    expect((await student.post('/api/conversations/questions', question)).body.guardianName).toBe('Ana Ng')
    expect((await parent.get(`/api/conversations/${question.id}/posts`)).body).toMatchObject([
      { authorRole: 'student' },
    ])
    expect((await student.get(`/api/conversations/${question.id}`)).status).toBe(403)
    await changeRow(platform, 'parent_students', { studentId: ava.id }, { isRestricted: true })
    const another = { id: randomUUID(), post: newPost() }
    expect((await student.post('/api/conversations/questions', another)).status).toBe(403)
  })
})

describe('Emails of conversations', () => {
  test('go to the team once until it has read, without the text, and to guardians as long as they may', async ({
    platform,
  }) => {
    const { organization, admin, parent, instructor, ava, session } = await buildConversationFamily(platform)
    const { id } = await startConversation(parent, ava.id, { ...ofSession(session.id), post: newPost('wordcanary') })
    await parent.post(`/api/conversations/${id}/posts`, newPost())
    await workConversations(platform, organization)
    expect(await emails(platform, organization)).toEqual([])
    platform.clock.forward(60_000)
    await Promise.all([workConversations(platform, organization), workConversations(platform, organization)])
    const sent = await emails(platform, organization)
    expect(sent.map(({ recipient }) => recipient)).toEqual([instructor.user?.email])
    expect(JSON.stringify(sent)).not.toContain('wordcanary')
    // Not read yet: no second one. Read: the next post is emailed.
    await parent.post(`/api/conversations/${id}/posts`, newPost())
    platform.clock.forward(60_000)
    await workConversations(platform, organization)
    expect(await emails(platform, organization)).toHaveLength(1)
    await instructor.post(`/api/conversations/${id}/reading`)
    await instructor.post(`/api/conversations/${id}/posts`, newPost('Yes.'))
    await parent.post(`/api/conversations/${id}/posts`, newPost())
    platform.clock.forward(60_000)
    await workConversations(platform, organization)
    // The guardian has written since, and so has read.
    expect((await emails(platform, organization)).map(({ recipient }) => recipient)).toEqual([
      instructor.user?.email,
      instructor.user?.email,
    ])
    await admin.post(`/api/conversations/${id}/posts`, newPost())
    await changeRow(platform, 'parent_students', { studentId: ava.id }, { isRestricted: true })
    platform.clock.forward(60_000)
    await workConversations(platform, organization)
    expect((await emails(platform, organization)).some(({ recipient }) => recipient === parent.user?.email)).toBe(false)
  })

  test('go out for the next post where the first was withdrawn before its email', async ({ platform }) => {
    const { organization, admin, parent, ava } = await buildConversationFamily(platform)
    const post = newPost()
    const { id } = await startConversation(parent, ava.id, { post })
    await parent.post(`/api/conversation-posts/${post.id}/withdrawal`)
    platform.clock.forward(60_000)
    await workConversations(platform, organization)
    expect(await emails(platform, organization)).toEqual([])
    await parent.post(`/api/conversations/${id}/posts`, newPost())
    platform.clock.forward(60_000)
    await workConversations(platform, organization)
    expect(await emails(platform, organization)).toMatchObject([{ recipient: admin.user?.email }])
  })

  test('go to the admins where the instructor who was assigned has left', async ({ platform }) => {
    const { organization, admin, parent, instructor, ava, session } = await buildConversationFamily(platform)
    const { id } = await startConversation(parent, ava.id, ofSession(session.id))
    const userId = instructor.user?.id ?? ''
    expect((await admin.put(`/api/conversations/${id}/assignment`, { userId })).status).toBe(204)
    expect((await admin.get('/api/conversations/unread')).body).toEqual({ count: 0 })
    await changeRow(platform, 'users', { id: userId }, { isActive: false })
    await parent.post(`/api/conversations/${id}/posts`, newPost())
    platform.clock.forward(60_000)
    await workConversations(platform, organization)
    expect(await emails(platform, organization)).toMatchObject([{ recipient: admin.user?.email }])
    expect((await admin.get('/api/conversations/unread')).body).toEqual({ count: 1 })
  })

  test('wait for the morning, and carry the text where the organization says so', async ({ platform }) => {
    const { organization, admin, parent, ava } = await buildConversationFamily(platform)
    await admin.put('/api/conversations/settings', {
      answerDays: [1, 2, 3, 4, 5],
      answersFrom: '09:00',
      answersUntil: '17:00',
      urgentPhone: '555 0100',
      emailsText: true,
    })
    expect((await parent.get('/api/conversations/office-hours')).body.sentence).toBe(
      'We answer Mon–Fri 9 AM to 5 PM. If urgent, call 555 0100.',
    )
    await nextDay(platform, '03:00:00Z', admin)
    await startConversation(admin, ava.id, { guardianId: parent.user?.id, post: newPost('Bring boots.') })
    platform.clock.forward(3_600_000)
    await workConversations(platform, organization)
    expect(await emails(platform, organization)).toEqual([])
    platform.clock.forward(8.5 * 3_600_000)
    await workConversations(platform, organization)
    expect(await emails(platform, organization)).toMatchObject([
      { recipient: parent.user?.email, body: expect.stringContaining('Bring boots.') },
    ])
  })
})

describe('Posts', () => {
  test('are changed for minutes, withdrawn to a stub, and by their author alone', async ({ platform }) => {
    const { admin, parent, ava } = await buildConversationFamily(platform)
    const { id } = await startConversation(parent, ava.id)
    const post = newPost('A')
    await parent.post(`/api/conversations/${id}/posts`, post)
    expect((await admin.put(`/api/conversation-posts/${post.id}`, { body: 'x' })).status).toBe(403)
    expect((await parent.put(`/api/conversation-posts/${post.id}`, { body: 'B' })).status).toBe(204)
    platform.clock.forward(EDIT_MINUTES * 60_000 + 1000)
    expect((await parent.put(`/api/conversation-posts/${post.id}`, { body: 'C' })).body.code).toBe('post.too-late')
    expect((await admin.get(`/api/conversations/${id}/posts`)).body).toMatchObject([{ body: 'B' }, {}])
    expect((await parent.post(`/api/conversation-posts/${post.id}/withdrawal`)).status).toBe(204)
    expect((await admin.get(`/api/conversations/${id}/posts`)).body).toMatchObject([
      { body: '', isWithdrawn: true },
      {},
    ])
    expect((await parent.post(`/api/conversation-posts/${post.id}/withdrawal`)).body.code).toBe('post.withdrawn')
    // The name of who has gone stays with what was written.
    await changeRow(platform, 'users', { id: parent.user?.id ?? '' }, { isActive: false })
    expect((await admin.get(`/api/conversations/${id}/posts`)).body).toHaveLength(2)
  })

  test('wait for staff until they answer, and are due on the next office day', async ({ platform }) => {
    const { admin, parent, instructor, ava } = await buildConversationFamily(platform)
    const { id } = await startConversation(parent, ava.id)
    const list = async (filter: string) => (await admin.get(`/api/conversations?filter=${filter}`)).body
    expect(await list('unanswered')).toMatchObject([{ id, isOverdue: false, isUnread: true }])
    expect(await list('overdue')).toEqual([])
    await nextDay(platform, '17:31:00Z', admin, parent)
    for (const filter of ['unanswered', 'overdue']) {
      expect(await list(filter)).toMatchObject([{ id, isOverdue: true }])
    }
    expect((await admin.get('/api/conversations/unread')).body).toEqual({ count: 1 })
    expect((await parent.get('/api/conversations')).body).toMatchObject([{ waitingSince: null, isOverdue: false }])
    await admin.post(`/api/conversations/${id}/posts`, newPost())
    expect(await list('unanswered')).toEqual([])
    expect(await list('mine')).toMatchObject([{ id }])
    expect((await parent.get('/api/conversations/unread')).body).toEqual({ count: 1 })
    await parent.get(`/api/conversations/${id}`)
    expect((await parent.get('/api/conversations/unread')).body).toEqual({ count: 1 })
    await parent.post(`/api/conversations/${id}/reading`)
    expect((await parent.get('/api/conversations/unread')).body).toEqual({ count: 0 })
    const assign = (userId: string | undefined) => admin.put(`/api/conversations/${id}/assignment`, { userId })
    expect((await assign(instructor.user?.id)).status).toBe(400)
    expect((await admin.put(`/api/conversations/${id}/status`, { status: 'closed' })).status).toBe(204)
    expect(await list('closed')).toMatchObject([{ id }])
    await parent.post(`/api/conversations/${id}/posts`, newPost())
    expect(await list('open')).toMatchObject([{ id }])
  })

  test('are reported to leads, hidden from an author who is one, and named to no one', async ({ platform }) => {
    const { organization, parent, admin, ava } = await buildConversationFamily(platform)
    const { id } = await startConversation(admin, ava.id, { guardianId: parent.user?.id, post: newPost('wordcanary') })
    const [post] = (await parent.get(`/api/conversations/${id}/posts`)).body
    const report = { id: randomUUID(), reason: 'This frightened Ava.' }
    const send = () => parent.post(`/api/conversation-posts/${post.id}/reports`, report)
    expect((await send()).body).toEqual({ isReported: false, outsideContact: '' })
    const lead = await nameLead({ platform, organization })
    expect((await send()).body.isReported).toBe(true)
    expect((await send()).body.isReported).toBe(true)
    expect((await lead.get('/api/concerns')).body).toHaveLength(1)
    expect((await lead.post(`/api/concerns/${report.id}/views`)).body).toMatchObject({
      said: report.reason,
      seen: expect.stringContaining('wordcanary'),
      aboutUserName: 'Kim Ng',
      writtenByName: 'Ana Ng',
    })
  })
})

test('another guardian is added by staff, and not where one of the two is restricted', async ({ platform }) => {
  const { organization, admin, parent, ava } = await buildConversationFamily(platform)
  const { id } = await startConversation(parent, ava.id)
  const other = await organization.signIn('parent')
  const guardianId = other.user?.id ?? ''
  const add = () => admin.post(`/api/conversations/${id}/guardians`, { guardianId })
  expect((await add()).status).toBe(400)
  await buildGuardian(platform, organization, { studentId: ava.id, userId: guardianId })
  expect((await parent.post(`/api/conversations/${id}/guardians`, { guardianId })).status).toBe(403)
  const restrict = (parentId: string, isRestricted: boolean) =>
    changeRow(platform, 'parent_students', { studentId: ava.id, parentId }, { isRestricted })
  for (const one of [guardianId, parent.user?.id ?? '']) {
    await restrict(one, true)
    expect((await add()).body.code).toBe('conversation.not-added')
    await restrict(one, false)
  }
  expect((await add()).status).toBe(204)
  // Takes part already.
  expect((await add()).status).toBe(400)
  expect((await admin.get(`/api/conversations/${id}`)).body.guardians).toEqual(['Ana Ng', 'Ada Lovelace'])
})

test('a topic of the day is shown once at the door, until the first message is withdrawn', async ({ platform }) => {
  const { admin, parent, ava, session } = await buildConversationFamily(platform)
  const day = new Date(platform.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10)
  const [one, other] = [newPost(), newPost()]
  for (const post of [one, other]) await startConversation(parent, ava.id, { topic: 'late-pickup', day, post })
  const notices = async () => (await admin.get(`/api/sessions/${session.id}/door`)).body.children[0].notices
  expect(await notices()).toEqual([{ topic: 'late-pickup', byName: 'Ana Ng' }])
  for (const { id } of [one, other]) await parent.post(`/api/conversation-posts/${id}/withdrawal`)
  expect(await notices()).toEqual([])
})

test('a post of a family is to be answered on a day that is open, and is taken while none is', async ({ platform }) => {
  const { organization, parent, ava } = await buildConversationFamily(platform)
  const close = (days: number) =>
    query(
      platform.databaseUrl,
      `insert into closed_days (tenant_id, name, first_day, last_day) values ('${organization.id}', 'Closed',
        '${platform.clock.now().toISOString()}'::date, '${platform.clock.now().toISOString()}'::date + ${days})`,
    )
  const daysUntilDue = async () => {
    const { id } = await startConversation(parent, ava.id)
    const [found] = await query<{ days: number }>(
      platform.databaseUrl,
      `select round(extract(epoch from answer_due_at - waiting_since) / 86400)::int as days from conversations
        where id = '${id}'`,
    )
    return found?.days
  }
  expect(await daysUntilDue()).toBe(1)
  // From Wednesday on, until the Sunday of the next week.
  await close(11)
  expect(await daysUntilDue()).toBe(12)
  await close(400)
  expect(await daysUntilDue()).toBe(1)
})
