import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { create } from '#core/testing/calls.ts'
import { pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { tenantApp } from '#plugins/tenant-app/plugin.ts'
import { buildStudent } from '#plugins/tenant-app/testing/factories.ts'
import { lms } from '../../plugin.ts'
import { publishDiscussion, getRepliesPath, getThreadsPath } from '../../testing/discussions.ts'
import type { Post } from '../contract.ts'
import { discussionJobs } from './jobs.ts'

const test = pluginTest([tenantApp, lms])

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const listEmails = ({ core }: TestPlatform, who: Client): Promise<{ subject: string; body: string }[]> =>
  core.db.platform(systemActor, ({ trx }) =>
    trx('mailMessages').where({ recipient: who.user?.email }).orderBy('createdAt').select('subject', 'body'),
  )

const runJob = ({ core }: TestPlatform, name: string, tenantId: string | null = null) => {
  const job = discussionJobs.find((one) => one.name === name)
  if (!job) throw new Error(`There is no job ${name}`)
  return job.perform(core, tenantId, {})
}

test('the author of a thread gets an email about visible replies, once an hour, without their text', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const [mia, tom, parent] = [
    await organization.signIn('student'),
    await organization.signIn('student'),
    await organization.signIn('parent'),
  ]
  const { id: courseId, lessonId } = await publishDiscussion(admin, { moderation: 'none' })
  for (const one of [mia, tom, parent]) await one.post(`/api/tenant/courses/${courseId}/enroll`)
  const thread = (by: Client, text: string) => create<Post>(by, getThreadsPath(lessonId), { text })
  const reply = (by: Client, { id }: Post, text: string) => create<Post>(by, getRepliesPath(id), { text })
  const counts = async () => [(await listEmails(platform, mia)).length, (await listEmails(platform, parent)).length]
  const before = await counts()
  const more = async () => (await counts()).map((count, index) => count - (before[index] ?? 0))

  const first = await thread(mia, 'Triangles.')
  await reply(mia, first, 'As I said.')
  // Held for the number in it: the email is sent only once the reply is visible.
  const held = await reply(tom, first, 'canary of a text, call 0171 2345678')
  expect([held.state, await more()]).toEqual(['waiting', [0, 0]])
  await admin.post(`/api/tenant/moderation/posts/${held.id}/approve`, {})
  expect(await more()).toEqual([1, 0])
  await reply(tom, first, 'Arches too.')
  platform.clock.forward(50 * MINUTE_MS)
  await reply(tom, first, 'And ropes.')
  expect(await more()).toEqual([1, 0])
  // Replies in another thread are emailed at once, those in the first one after an hour.
  await reply(tom, await thread(mia, 'Beams.'), 'Heavy.')
  expect(await more()).toEqual([2, 0])
  platform.clock.forward(11 * MINUTE_MS)
  await reply(tom, first, 'And beams.')
  expect(await more()).toEqual([3, 0])
  const emails = await listEmails(platform, mia)
  expect(emails.at(-1)?.subject).toBe('Someone replied to your post in “Why bridges hold”')
  expect(JSON.stringify(emails)).not.toMatch(/canary|Arches|ropes|Heavy/)

  const noReplies = { sendsReplies: false, sendsOpenings: true }
  expect((await mia.put('/api/tenant/discussion-mails', { sendsReplies: false })).body).toEqual(noReplies)
  expect((await mia.get('/api/tenant/discussion-mails')).body).toEqual(noReplies)
  platform.clock.forward(2 * HOUR_MS)
  await reply(await tom.signIn(tom.user?.email ?? ''), first, 'And steel.')
  expect(await more()).toEqual([3, 0])
})

test('a guardian who is restricted from a child gets no email about replies', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const [parent, tom] = [await organization.signIn('parent'), await organization.signIn('student')]
  const { id: courseId, lessonId } = await publishDiscussion(admin, { moderation: 'none' })
  for (const one of [tom, parent]) await one.post(`/api/tenant/courses/${courseId}/enroll`)
  const { id } = await create<Post>(parent, getThreadsPath(lessonId), { text: 'Beams.' })
  const count = async () => (await listEmails(platform, parent)).length
  const before = await count()
  const guardians = [{ userId: parent.user?.id ?? '', isRestricted: true }]
  const { links } = await buildStudent(platform, organization, { guardians })
  await create<Post>(tom, getRepliesPath(id), { text: 'Heavy.' })
  expect(await count()).toBe(before)
  await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx('parentStudents').whereIn('id', links).update({ isRestricted: false }),
  )
  await create<Post>(tom, getRepliesPath(id), { text: 'Strong.' })
  expect(await count()).toBe(before + 1)
})

test('admins are reminded daily of posts under review, during the day, and removed posts are deleted after 90 days', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const mia = await organization.signIn('student')
  const { id: courseId, lessonId } = await publishDiscussion(admin, { moderation: 'all' })
  await mia.post(`/api/tenant/courses/${courseId}/enroll`)
  const { id } = await create<Post>(mia, getThreadsPath(lessonId), { text: 'canary of what waits' })
  const reminders = async () =>
    (await listEmails(platform, admin)).filter(({ subject }) => subject.includes('wait for a look'))
  const remind = () => runJob(platform, 'lms.remind-moderators', organization.id)
  await remind()
  expect(await reminders()).toEqual([])
  platform.clock.forward(DAY_MS + MINUTE_MS)
  await Promise.all([remind(), remind()])
  platform.clock.forward(HOUR_MS)
  await remind()
  const [reminder, ...others] = await reminders()
  expect(others).toEqual([])
  expect(JSON.stringify(reminder)).not.toContain('canary')
  platform.clock.forward(DAY_MS)
  await remind()
  expect(await reminders()).toHaveLength(2)

  const staff = await admin.signIn(admin.user?.email ?? '')
  expect((await staff.post(`/api/tenant/moderation/posts/${id}/remove`, { reason: 'Unkind' })).status).toBe(204)
  await staff.put(`/api/tenant/moderation/people/${mia.user?.id}/hold`, { days: 3 })
  const left = async () =>
    platform.core.db.tenant(organization.id, systemActor, async ({ trx }) => [
      (await trx('lmsRemovedPosts').select('id')).length,
      (await trx('lmsWritingHolds').select('id')).length,
    ])
  await runJob(platform, 'lms.forget-posts')
  expect(await left()).toEqual([1, 1])
  platform.clock.forward(4 * DAY_MS)
  await runJob(platform, 'lms.forget-posts')
  expect(await left()).toEqual([1, 0])
  platform.clock.forward(87 * DAY_MS)
  await runJob(platform, 'lms.forget-posts')
  expect(await left()).toEqual([0, 0])
})
