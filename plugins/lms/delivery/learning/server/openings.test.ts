import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { lms } from '../../../plugin.ts'
import { publishCourse, type WrittenCourse } from '../../../testing/courses.ts'
import { sendCourseFile, sheet } from '../../../testing/files.ts'

const test = pluginTest([lms])

const getOutline = async (client: Client, courseId: string) => {
  const { chapters } = (await client.get(`/api/tenant/courses/${courseId}`)).body
  return chapters.flatMap(
    ({ lessons }: { lessons: { title: string; isLocked: boolean; locks: { message: string }[] }[] }) =>
      lessons.map(({ title, isLocked, locks }) => [title, isLocked, ...locks.map(({ message }) => message)]),
  )
}
const read = (client: Client, courseId: string, id: string) =>
  client.get(`/api/tenant/courses/${courseId}/lessons/${id}`)
const sendBeat = (client: Client, id: string) => client.post(`/api/tenant/lessons/${id}/beats`, { isAtEnd: true })
const complete = (client: Client, id: string) => client.post(`/api/tenant/lessons/${id}/complete`)
const publish = (author: Client, id: string) => author.put(`/api/lms/courses/${id}`, { status: 'published' })

async function finish(client: Client, { clock }: TestPlatform, id: string): Promise<void> {
  await sendBeat(client, id)
  clock.forward(10_000)
  expect((await complete(client, id)).status).toBe(200)
}

/** Publishes a course whose second chapter has a lesson with a file. */
async function publishTimedCourse(
  author: Client,
): Promise<WrittenCourse & { after: string; drive: string; fileId: string }> {
  const course = await publishCourse(author, { title: 'Robots' }, ['Welcome', 'Tools'])
  const after = (await author.post('/api/lms/chapters', { courseId: course.id, title: 'After' })).body.id
  const { id: fileId } = await sendCourseFile(author, course.id, { bytes: sheet, filename: 'Sheet.pdf' })
  const drive = (await author.post('/api/lms/lessons', { courseId: course.id, chapterId: after, title: 'Drive' })).body
    .id
  const file = { id: fileId, name: 'Sheet.pdf', mimeType: 'application/pdf' }
  await author.put(`/api/lms/lessons/${drive}`, { contentType: 'document' })
  await author.put(`/api/lms/lessons/${drive}/content`, { contentType: 'document', details: { file } })
  return { ...course, after, drive, fileId }
}

test('prerequisites lock a lesson consistently in outline, lesson, file, beat and completion', async ({ platform }) => {
  const organization = await platform.organization()
  const author = await organization.signIn('tenant_admin')
  const { id, chapterId, after, lessons, drive, fileId } = await publishTimedCourse(author)
  const [welcome = '', tools = ''] = lessons
  await author.put(`/api/lms/lessons/${tools}`, { afterIds: [welcome] })
  await author.put(`/api/lms/chapters/${after}`, { afterIds: [chapterId] })
  await publish(author, id)
  const learner = await organization.signIn('instructor')
  await learner.post(`/api/tenant/courses/${id}/enroll`)
  const chapterFirst = 'Finish the chapter “Before” first.'
  expect(await getOutline(learner, id)).toEqual([
    ['Welcome', false],
    ['Tools', true, 'Finish “Welcome” first.'],
    ['Drive', true, chapterFirst],
  ])
  for (const refused of [
    await read(learner, id, drive),
    await sendBeat(learner, drive),
    await complete(learner, drive),
  ]) {
    expect(refused).toMatchObject({
      status: 403,
      body: { message: chapterFirst, details: [{ type: 'chapter-before', id: chapterId, title: 'Before' }] },
    })
  }
  expect((await learner.get(`/api/files/${fileId}`)).status).toBe(404)
  await finish(learner, platform, welcome)
  expect(await getOutline(learner, id)).toMatchObject([
    ['Welcome', false],
    ['Tools', false],
    ['Drive', true, chapterFirst],
  ])
  await finish(learner, platform, tools)
  expect((await read(learner, id, drive)).status).toBe(200)
  expect((await learner.get(`/api/files/${fileId}`)).status).toBe(200)
  expect((await sendBeat(learner, drive)).status).toBe(200)
  // A prerequisite that is added later does not lock a lesson that was begun.
  const more = (await author.post('/api/lms/lessons', { courseId: id, chapterId, title: 'More', content: 'Words' }))
    .body
  await publish(author, id)
  await learner.post(`/api/tenant/courses/${id}/move`)
  expect(await getOutline(learner, id)).toContainEqual(['Drive', false])
  const late = await organization.signIn('instructor')
  await late.post(`/api/tenant/courses/${id}/enroll`)
  for (const lesson of [welcome, tools]) await finish(late, platform, lesson)
  expect((await read(late, id, drive)).status).toBe(403)
  await finish(late, platform, more.id)
  expect((await read(late, id, drive)).status).toBe(200)
})

test('a lesson with an opening date opens when the day begins in the organization’s time zone', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const zone = 'Pacific/Auckland'
  await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('tenants').where({ id: organization.id }).update({ timeZone: zone }),
  )
  const author = await organization.signIn('tenant_admin')
  const { id, lessons } = await publishCourse(author, { title: 'Robots' }, ['Welcome', 'Tools', 'A quiz'])
  const [welcome = '', tools = '', quiz = ''] = lessons
  const today = Temporal.Instant.fromEpochMilliseconds(platform.clock.now().getTime())
    .toZonedDateTimeISO(zone)
    .toPlainDate()
  const opens = today.add({ days: 2 })
  await author.put(`/api/lms/lessons/${welcome}`, { opensOn: opens.toString() })
  // Lessons that cannot be completed yet lock nothing.
  await author.put(`/api/lms/lessons/${quiz}`, { contentType: 'quiz' })
  await author.put(`/api/lms/lessons/${tools}`, { opensAfterDays: 1, afterIds: [quiz] })
  await publish(author, id)
  const learner = await organization.signIn('instructor')
  await learner.post(`/api/tenant/courses/${id}/enroll`)
  const begins = opens.toZonedDateTime(zone)
  expect((await read(learner, id, welcome)).body.details).toEqual([
    {
      type: 'opens-on',
      opensAt: begins.toInstant().toString({ fractionalSecondDigits: 3 }),
      message: `Opens on ${opens.toLocaleString('en-US', { dateStyle: 'long' })}.`,
    },
  ])
  expect((await read(learner, id, tools)).status).toBe(403)
  platform.clock.forward(begins.epochMilliseconds - platform.clock.now().getTime() - 60_000)
  const again = await organization.client().signIn(learner.user?.email ?? '')
  expect((await read(again, id, tools)).status).toBe(200)
  expect((await read(again, id, welcome)).status).toBe(403)
  platform.clock.forward(60_000)
  expect((await read(again, id, welcome)).status).toBe(200)
})
