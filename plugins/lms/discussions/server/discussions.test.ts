import { expect, vi } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { create } from '#core/testing/calls.ts'
import { pluginTest, type Client, type TestOrganization } from '#core/testing/harness.ts'
import { tenantApp } from '#plugins/tenant-app/plugin.ts'
import { buildGuardian, buildStudent } from '#plugins/tenant-app/testing/factories.ts'
import { lms } from '../../plugin.ts'
import { publishDiscussion, getRepliesPath, getThreadsPath } from '../../testing/discussions.ts'
import type { Post } from '../contract.ts'

const test = pluginTest([tenantApp, lms])

const MINUTE_MS = 60_000

/** Creates a discussion with users who take the course. */
async function prepareDiscussion(organization: TestOrganization, details: object, ...learners: Client[]) {
  const admin = await organization.signIn('tenant_admin')
  const { id: courseId, lessonId } = await publishDiscussion(admin, details)
  for (const learner of learners) await learner.post(`/api/tenant/courses/${courseId}/enroll`)
  return { admin, courseId, lessonId }
}

const start = (by: Client, lessonId: string, text: string) => create<Post>(by, getThreadsPath(lessonId), { text })
const reply = (by: Client, threadId: string, text: string) => create<Post>(by, getRepliesPath(threadId), { text })
const listTexts = async (by: Client, path: string) =>
  ((await by.get(path)).body as Post[]).map(({ text, state }) => (state === 'shown' ? text : state))
const queue = '/api/tenant/moderation/posts'
const getProgress = async (by: Client, courseId: string, lessonId: string) =>
  (await by.get(`/api/tenant/courses/${courseId}/lessons/${lessonId}`)).body.progress

test('users of one organization discuss among themselves, in pages, and replies complete the lesson', async ({
  platform,
}) => {
  const [organization, other] = [await platform.organization(), await platform.organization()]
  const operator = await platform.superAdmin()
  const { id: courseId, lessonId } = await publishDiscussion(operator, { replies: 2 })
  const enrolled = async (of: TestOrganization) => {
    const learner = await of.signIn('student')
    await learner.post(`/api/tenant/courses/${courseId}/enroll`)
    return learner
  }
  const [mia, tom, kim] = [await enrolled(organization), await enrolled(organization), await enrolled(organization)]
  const stranger = await enrolled(other)
  const passer = await organization.signIn('student')
  expect((await passer.get(getThreadsPath(lessonId))).status).toBe(403)
  const first = await start(mia, lessonId, ' Triangles.\n\nThey hold. ')
  expect(first).toMatchObject({ text: 'Triangles.\n\nThey hold.', state: 'shown', isOwn: true, replies: 0 })
  expect((await mia.post(getThreadsPath(lessonId), { text: ' ' })).body.fields).toEqual({ text: 'Write something' })
  const second = await start(tom, lessonId, 'Arches.')
  const third = await start(kim, lessonId, 'Ropes.')
  const page = await mia.get(`${getThreadsPath(lessonId)}?limit=2`)
  expect(page.body).toMatchObject([{ text: 'Ropes.' }, { text: 'Arches.' }])
  expect(page.headers['x-total-count']).toBe('3')
  // Users of another organization find them by no address.
  expect((await stranger.get(getThreadsPath(lessonId))).body).toEqual([])
  expect((await stranger.get(`/api/tenant/threads/${first.id}`)).status).toBe(404)
  expect((await stranger.post(getRepliesPath(first.id), { text: 'Hello' })).status).toBe(404)
  expect((await stranger.post(`/api/tenant/posts/${first.id}/report`, {})).status).toBe(404)

  // Replies to one's own thread, and a second reply to the same user, do not count.
  await reply(mia, first.id, 'As I said.')
  await reply(mia, second.id, 'True.')
  await reply(mia, second.id, 'Quite true.')
  expect(await getProgress(mia, courseId, lessonId)).toMatchObject({
    isCompleted: false,
    facts: { posts: 1, replies: 1 },
  })
  await reply(mia, third.id, 'Strong ones?')
  expect(await getProgress(mia, courseId, lessonId)).toMatchObject({ isCompleted: true, how: 'checked' })
  expect(await listTexts(tom, getRepliesPath(second.id))).toEqual(['True.', 'Quite true.'])
  // Two tabs at once: both posts count.
  await Promise.all(['Beams.', 'Steel.'].map((text) => start(tom, lessonId, text)))
  expect((await tom.get(`/api/tenant/lessons/${lessonId}/discussion`)).body).toMatchObject({ posts: 3, replies: 0 })
  expect((await getProgress(tom, courseId, lessonId)).facts).toMatchObject({ posts: 3 })
})

test('a post can be changed for half an hour until it has a reply, by its author alone', async ({ platform }) => {
  const organization = await platform.organization()
  const [mia, tom] = [await organization.signIn('student'), await organization.signIn('student')]
  const { lessonId } = await prepareDiscussion(organization, {}, mia, tom)
  const post = await start(mia, lessonId, 'Triangels.')
  const path = `/api/tenant/posts/${post.id}`
  expect((await tom.put(path, { text: 'Mine' })).status).toBe(404)
  expect((await tom.delete(path)).status).toBe(404)
  const changed = await mia.put(path, { text: 'Triangles.', updatedAt: post.updatedAt })
  expect(changed.body).toMatchObject({ text: 'Triangles.', isEdited: true, mayEdit: true })
  expect((await mia.put(path, { text: 'From another tab', updatedAt: post.updatedAt })).status).toBe(409)
  // A changed text is reviewed too.
  const { body } = await mia.put(path, { text: 'Call 555 123 4567' })
  expect(body).toMatchObject({ state: 'waiting', mayEdit: false })
  expect(await listTexts(tom, getThreadsPath(lessonId))).toEqual([])
  const late = await start(mia, lessonId, 'Later')
  const change = (time: number, text: string) => {
    vi.spyOn(platform.clock, 'now').mockReturnValue(new Date(Date.parse(late.createdAt) + time))
    return mia.put(`/api/tenant/posts/${late.id}`, { text })
  }
  expect((await change(30 * MINUTE_MS - 1, 'In time')).status).toBe(200)
  expect(await change(30 * MINUTE_MS, 'Too late')).toMatchObject({ status: 409, body: { code: 'post.closed' } })
  vi.restoreAllMocks()
  const answered = await start(mia, lessonId, 'Soon')
  await reply(tom, answered.id, 'Yes')
  expect((await mia.put(`/api/tenant/posts/${answered.id}`, { text: 'Never' })).status).toBe(409)
})

test('posts of others are hidden from every address until the caller has written one', async ({ platform }) => {
  const organization = await platform.organization()
  const [mia, tom] = [await organization.signIn('student'), await organization.signIn('student')]
  const { lessonId, admin } = await prepareDiscussion(organization, { postFirst: true }, mia, tom)
  const { id } = await start(mia, lessonId, 'Triangles.')
  const standing = `/api/tenant/lessons/${lessonId}/discussion`
  expect((await tom.get(standing)).body).toMatchObject({ mustPostFirst: true, mayWrite: true })
  const { body, headers } = await tom.get(getThreadsPath(lessonId))
  expect([body, headers['x-total-count']]).toEqual([[], '0'])
  expect((await tom.get(`/api/tenant/threads/${id}`)).status).toBe(404)
  expect((await tom.get(getRepliesPath(id))).status).toBe(404)
  expect((await tom.post(getRepliesPath(id), { text: 'Which?' })).status).toBe(404)
  // Moderators need no post.
  expect(await listTexts(admin, getThreadsPath(lessonId))).toEqual(['Triangles.'])
  expect(await listTexts(await organization.signIn('instructor'), getThreadsPath(lessonId))).toEqual(['Triangles.'])
  await start(tom, lessonId, 'Arches.')
  expect(await listTexts(tom, getThreadsPath(lessonId))).toEqual(['Arches.', 'Triangles.'])
})

test('a post under review is visible nowhere until it is approved, and counts from then on', async ({ platform }) => {
  const organization = await platform.organization()
  const [mia, tom] = [await organization.signIn('student'), await organization.signIn('student')]
  const { lessonId, courseId, admin } = await prepareDiscussion(organization, { moderation: 'all' }, mia, tom)
  const instructor = await organization.signIn('instructor')
  // Posts of staff are not reviewed.
  const { id: threadId } = await start(instructor, lessonId, 'Begin here.')
  const held = await start(mia, lessonId, 'Triangles.')
  const heldReply = await reply(mia, threadId, 'A reply.')
  expect([held.state, heldReply.state]).toEqual(['waiting', 'waiting'])
  const { id: heldId } = held
  for (const other of [tom, instructor, admin]) {
    expect(await listTexts(other, getThreadsPath(lessonId))).toEqual(['Begin here.'])
    expect((await other.get(getThreadsPath(lessonId))).headers['x-total-count']).toBe('1')
    expect((await other.get(`/api/tenant/threads/${threadId}`)).body.replies).toBe(0)
    expect((await other.get(getRepliesPath(threadId))).headers['x-total-count']).toBe('0')
    expect((await other.get(`/api/tenant/threads/${heldId}`)).status).toBe(404)
    expect((await other.get(getRepliesPath(heldId))).status).toBe(404)
    expect((await other.post(getRepliesPath(heldId), { text: 'Hi' })).status).toBe(404)
    expect((await other.put(`/api/tenant/posts/${heldId}`, { text: 'Hi' })).status).toBe(404)
    expect((await other.post(`/api/tenant/posts/${heldId}/report`, {})).status).toBe(404)
  }
  // Its author sees it.
  expect(await listTexts(mia, getThreadsPath(lessonId))).toEqual(['waiting', 'Begin here.'])
  expect((await mia.get(`/api/tenant/lessons/${lessonId}/discussion`)).body).toMatchObject({ waiting: 2, posts: 0 })
  expect((await getProgress(mia, courseId, lessonId)).isCompleted).toBe(false)
  expect((await mia.post(getRepliesPath(heldId), { text: 'Anyone?' })).status).toBe(409)

  expect((await tom.get(queue)).status).toBe(403)
  expect((await mia.post(`${queue}/${heldId}/approve`, {})).status).toBe(403)
  const waiting = (await instructor.get(queue)).body
  expect(waiting).toMatchObject([
    { text: 'Triangles.', heldBecause: ['all'], course: 'Bridges', lesson: 'Why bridges hold', repliesTo: null },
    { text: 'A reply.', repliesTo: 'Begin here.' },
  ])
  // A text that was changed since it was read cannot be approved.
  await mia.put(`/api/tenant/posts/${heldId}`, { text: 'Triangles, mostly.' })
  const { updatedAt } = waiting[0]
  expect((await instructor.post(`${queue}/${heldId}/approve`, { updatedAt })).status).toBe(409)
  const decisions = await Promise.all([
    instructor.post(`${queue}/${heldId}/approve`, {}),
    admin.post(`${queue}/${heldReply.id}/remove`, { reason: 'Not a reply' }),
  ])
  expect(decisions.map(({ status }) => status)).toEqual([204, 204])
  expect(await listTexts(tom, getThreadsPath(lessonId))).toEqual(['Triangles, mostly.', 'Begin here.'])
  expect(await getProgress(mia, courseId, lessonId)).toMatchObject({ isCompleted: true, facts: { posts: 1 } })
  // A refused post leaves no stub for others.
  expect(await listTexts(tom, getRepliesPath(threadId))).toEqual([])
  expect(await listTexts(mia, getRepliesPath(threadId))).toEqual(['refused'])
  expect((await mia.put(`/api/tenant/posts/${heldId}`, { text: 'After the review' })).status).toBe(409)
  expect((await admin.get('/api/tenant/moderation/waiting')).body).toEqual({ count: 0 })
})

test('the first posts of learners are reviewed, and numbers, addresses, links, usernames and posts of restricted authors always', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const [mia, leader] = [await organization.signIn('student'), await organization.signIn('instructor')]
  const { lessonId, admin } = await prepareDiscussion(organization, { moderation: 'first' }, mia, leader)
  const [first, next] = [await start(mia, lessonId, 'One'), await start(mia, lessonId, 'Two')]
  expect([first.state, next.state]).toEqual(['waiting', 'waiting'])
  await admin.post(`${queue}/${first.id}/approve`, {})
  expect((await start(mia, lessonId, 'Three')).state).toBe('shown')
  expect((await start(mia, lessonId, 'I live at 12 Old Mill Road')).state).toBe('waiting')
  expect((await start(mia, lessonId, 'snap: mia_b07')).state).toBe('waiting')
  expect((await start(leader, lessonId, 'Read https://example.com')).state).toBe('shown')
  const hold = (by: Client, of: Client, days: number) =>
    by.put(`/api/tenant/moderation/people/${of.user?.id}/hold`, { days, reason: 'Unkind' })
  // Instructors moderate learners, and no one themselves.
  expect((await hold(leader, admin, 2)).status).toBe(404)
  expect((await hold(admin, admin, 2)).status).toBe(404)
  expect((await hold(leader, mia, 2)).body).toMatchObject({ reason: 'Unkind' })
  expect((await start(mia, lessonId, 'Four')).state).toBe('waiting')
  expect((await admin.get('/api/tenant/moderation/holds')).body).toMatchObject([{ user: { id: mia.user?.id } }])
  platform.clock.forward(2 * 24 * 60 * MINUTE_MS)
  const again = await organization.client().signIn(mia.user?.email ?? '')
  expect((await start(again, lessonId, 'Five')).state).toBe('shown')
})

test('a reported post of a minor is hidden until it is reviewed, with a copy of its text', async ({ platform }) => {
  const organization = await platform.organization()
  const [mia, tom, parent] = [
    await organization.signIn('student'),
    await organization.signIn('student'),
    await organization.signIn('parent'),
  ]
  const { lessonId, courseId, admin } = await prepareDiscussion(organization, {}, mia, tom, parent)
  const child = { userId: mia.user?.id, dateOfBirth: '2014-03-01' }
  const { id: childId } = await buildStudent(platform, organization, child)
  const { id } = await start(mia, lessonId, 'You are all wrong.')
  await reply(tom, id, 'Why?')
  const report = (by: Client, post: string) => by.post(`/api/tenant/posts/${post}/report`, { reason: 'Unkind' })
  expect((await report(mia, id)).status).toBe(409)
  await Promise.all([report(tom, id), report(tom, id), report(parent, id)])
  expect(await listTexts(tom, getThreadsPath(lessonId))).toEqual([])
  expect((await tom.get(getRepliesPath(id))).status).toBe(404)
  expect((await mia.put(`/api/tenant/posts/${id}`, { text: 'I never said so.' })).status).toBe(409)
  const [waiting] = (await admin.get(queue)).body
  expect(waiting).toMatchObject({ heldBecause: ['reported'], text: 'You are all wrong.' })
  expect(waiting.reports[0]).toMatchObject({ reason: 'Unkind', text: 'You are all wrong.' })
  await admin.post(`${queue}/${id}/approve`, {})
  expect(await listTexts(tom, getThreadsPath(lessonId))).toEqual(['You are all wrong.'])
  expect((await getProgress(mia, courseId, lessonId)).isCompleted).toBe(true)

  // Posts of adults stay until they are reviewed.
  const grown = await start(parent, lessonId, 'So are you.')
  await report(mia, grown.id)
  expect(await listTexts(tom, getThreadsPath(lessonId))).toEqual(['So are you.', 'You are all wrong.'])
  expect((await admin.get(queue)).body).toMatchObject([
    { id: grown.id, heldBecause: [], reports: [{ reason: 'Unkind' }] },
  ])

  // A guardian reads their own child's posts alone.
  const posts = `/api/tenant/children/${childId}/posts`
  expect((await parent.get(posts)).status).toBe(404)
  await buildGuardian(platform, organization, { studentId: childId, userId: parent.user?.id ?? '' })
  await start(mia, lessonId, 'My number: 555 123 4567')
  expect((await parent.get(posts)).body).toMatchObject([{ text: 'You are all wrong.', lesson: 'Why bridges hold' }])
  await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx('parentStudents').update({ isRestricted: true }),
  )
  expect((await parent.get(posts)).status).toBe(404)
})

test('a removed post leaves a stub, and a record of 90 days that admins alone read', async ({ platform }) => {
  const organization = await platform.organization()
  const [mia, tom] = [await organization.signIn('student'), await organization.signIn('student')]
  const { lessonId, admin } = await prepareDiscussion(organization, {}, mia, tom)
  const instructor = await organization.signIn('instructor')
  const { id } = await start(mia, lessonId, 'Something unkind')
  await reply(tom, id, 'Please do not.')
  expect((await instructor.post(`${queue}/${id}/remove`, { reason: 'Unkind' })).status).toBe(204)
  expect((await instructor.post(`${queue}/${id}/remove`, { reason: 'Unkind' })).status).toBe(404)
  const [stub] = (await tom.get(getThreadsPath(lessonId))).body
  expect(stub).toMatchObject({ id, text: '', author: null, state: 'removed', replies: 1 })
  expect(await listTexts(tom, getRepliesPath(id))).toEqual(['Please do not.'])
  const removed = '/api/tenant/moderation/removed'
  for (const other of [instructor, mia, tom]) expect((await other.get(removed)).status).toBe(403)
  expect((await admin.get(removed)).body).toMatchObject([{ text: 'Something unkind', reason: 'Unkind' }])
  // Erasing the author leaves a stub, and no record.
  await platform.core.db.platform(systemActor, ({ trx }) => trx('users').where({ id: tom.user?.id }).delete())
  expect((await mia.get(getRepliesPath(id))).body).toMatchObject([{ text: '', author: null, state: 'removed' }])
  platform.clock.forward(91 * 24 * 60 * MINUTE_MS)
  const later = await organization.client().signIn(admin.user?.email ?? '')
  expect((await later.get(removed)).body).toEqual([])
})

test('a learner who takes a course again starts anew, with counts of the new cycle', async ({ platform }) => {
  const organization = await platform.organization()
  const [mia, tom] = [await organization.signIn('student'), await organization.signIn('student')]
  const { lessonId } = await prepareDiscussion(organization, { replies: 1, postFirst: true }, mia, tom)
  const standing = async () => (await mia.get(`/api/tenant/lessons/${lessonId}/discussion`)).body
  await start(mia, lessonId, 'Triangles.')
  await reply(mia, (await start(tom, lessonId, 'Arches.')).id, 'True.')
  expect(await standing()).toMatchObject({ posts: 1, replies: 1, mustPostFirst: false })
  await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx('lmsEnrollments').where({ userId: mia.user?.id }).update({ cycle: 2 }),
  )
  expect(await standing()).toMatchObject({ posts: 0, replies: 0, mustPostFirst: true })
})
