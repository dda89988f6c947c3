import { expect } from 'vitest'
import { pluginTest, type Client } from '#core/testing/harness.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { lms } from '../../../plugin.ts'
import { publishLive } from '../../../testing/live.ts'

const test = pluginTest([audit, lms])

const MINUTE_MS = 60_000

const sendBeat = async (client: Client, lessonId: string, beat: object = {}) =>
  (await client.post(`/api/tenant/lessons/${lessonId}/beats`, beat)).body
const enroll = (client: Client, id: string) => client.post(`/api/tenant/courses/${id}/enroll`)
const complete = (client: Client, lessonId: string) => client.post(`/api/tenant/lessons/${lessonId}/complete`)

test('a learner who joins a live session and stays for half of it has attended, on their word', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const startsAt = new Date(platform.clock.now().getTime() + 30 * MINUTE_MS).toISOString()
  const { id, lessonId } = await publishLive(admin, { startsAt, duration: 10 })
  const [learner, reader] = [await organization.signIn('instructor'), await organization.signIn('instructor')]
  for (const client of [learner, reader]) await enroll(client, id)
  // Too early to join.
  await sendBeat(learner, lessonId, { isJoined: true })
  platform.clock.forward(2 * MINUTE_MS)
  expect((await sendBeat(learner, lessonId, { isJoined: true })).lesson.facts).toMatchObject({
    joinedAt: null,
    attended: 0,
    heldSeconds: 600,
  })
  // Time before the session begins does not count.
  platform.clock.forward(27 * MINUTE_MS)
  expect((await sendBeat(learner, lessonId, { isJoined: true })).lesson.facts.joinedAt).toEqual(expect.any(String))
  platform.clock.forward(MINUTE_MS)
  await sendBeat(reader, lessonId)
  const { attended } = (await sendBeat(learner, lessonId, { isJoined: true })).lesson.facts
  expect(attended).toBeLessThan(60)
  // A long silence counts as absence; several tabs count once, and reading the page is no attendance.
  platform.clock.forward(4 * MINUTE_MS)
  const tabs = await Promise.all([1, 2, 3].map(() => sendBeat(learner, lessonId, { isJoined: true })))
  for (const { lesson } of tabs) expect(lesson.facts.attended).toBeLessThan(240)
  expect(await complete(learner, lessonId)).toMatchObject({
    status: 409,
    body: { details: [{ type: 'not-attended' }] },
  })
  expect((await sendBeat(reader, lessonId)).lesson).toMatchObject({ isCompleted: false, facts: { attended: 0 } })
  platform.clock.forward(2 * MINUTE_MS)
  await sendBeat(learner, lessonId, { isJoined: true })
  platform.clock.forward(MINUTE_MS)
  expect(await sendBeat(learner, lessonId, { isJoined: true })).toMatchObject({
    enrollment: { progress: 100 },
    lesson: { isCompleted: true, how: 'self-reported' },
  })
})

test('an admin takes attendance once the session has begun; no one marks themselves; and it counts as checked', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const startsAt = new Date(platform.clock.now().getTime() + MINUTE_MS).toISOString()
  const { id, lessonId } = await publishLive(admin, { startsAt })
  const attendance = `/api/tenant/courses/${id}/lessons/${lessonId}/attendance`
  const learner = await organization.signIn('instructor')
  for (const client of [admin, learner]) await enroll(client, id)
  const userIds = [learner.user?.id, admin.user?.id]
  expect(await admin.post(attendance, { userIds })).toMatchObject({
    status: 409,
    body: { message: 'The session has not begun yet.' },
  })
  platform.clock.forward(MINUTE_MS + 1000)
  for (const method of ['get', 'post'] as const) {
    expect((await learner[method](attendance, method === 'post' ? { userIds } : undefined)).status).toBe(403)
  }
  expect((await admin.get(attendance)).body).toMatchObject([{ userId: learner.user?.id, isMarkedPresent: false }])
  const answers = await Promise.all([1, 2].map(() => admin.post(attendance, { userIds })))
  expect(answers.reduce((sum, { body }) => sum + body.marked, 0)).toBe(1)
  expect((await admin.get(attendance)).body).toMatchObject([{ isMarkedPresent: true, isCompleted: true }])
  expect((await learner.get(`/api/tenant/courses/${id}/lessons/${lessonId}`)).body.progress).toMatchObject({
    isCompleted: true,
    how: 'checked',
  })
  expect((await learner.get(`/api/tenant/courses/${id}`)).body.enrollment).toMatchObject({
    progress: 100,
    completedAt: expect.any(String),
  })
  // Another organization cannot see it.
  const other = await (await platform.organization()).signIn('tenant_admin')
  expect((await other.get(attendance)).status).toBe(404)
})

test('watching an external recording relies on the learner’s word', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const startsAt = platform.clock.now().toISOString()
  const { id, lessonId } = await publishLive(admin, { startsAt, recordingUrl: 'https://films.example/kick-off' })
  const learner = await organization.signIn('instructor')
  await enroll(learner, id)
  expect((await sendBeat(learner, lessonId)).lesson.missing).toMatchObject([{ type: 'too-soon' }])
  platform.clock.forward(MINUTE_MS + 1000)
  expect((await complete(learner, lessonId)).body).toMatchObject({ lesson: { how: 'self-reported' } })
})
