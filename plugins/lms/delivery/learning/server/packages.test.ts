import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Client } from '#core/testing/harness.ts'
import { zip } from '#core/testing/zip.ts'
import { COURSE_PACKAGE } from '../../../authoring/files/contract.ts'
import { lms } from '../../../plugin.ts'
import { publishCourse } from '../../../testing/courses.ts'
import { sendCourseFile } from '../../../testing/files.ts'

const test = pluginTest([lms])

const pages = zip([{ path: 'index.html', content: '<p>Hello' }])

/** Publishes a course of one lesson with a package. */
async function publishPackage(author: Client): Promise<{ id: string; lessonId: string }> {
  const { id, lessons } = await publishCourse(author, { title: 'Robots' }, ['Circuits'])
  const lessonId = lessons[0] ?? ''
  const { id: fileId } = await sendCourseFile(author, id, {
    bytes: pages,
    filename: 'Circuits.zip',
    kind: COURSE_PACKAGE,
  })
  const file = { id: fileId, name: 'Circuits.zip', mimeType: 'application/zip' }
  await author.put(`/api/lms/lessons/${lessonId}`, { contentType: 'interactive' })
  await author.put(`/api/lms/lessons/${lessonId}/content`, { contentType: 'interactive', details: { file } })
  await author.put(`/api/lms/courses/${id}`, { status: 'published' })
  return { id, lessonId }
}

test('a package finds its saved state again, and its completion relies on the learner’s word', async ({ platform }) => {
  const organization = await platform.organization()
  const { id, lessonId } = await publishPackage(await organization.signIn('tenant_admin'))
  const [learner, other] = [await organization.signIn('instructor'), await organization.signIn('instructor')]
  for (const client of [learner, other]) await client.post(`/api/tenant/courses/${id}/enroll`)
  const read = async (client: Client) => (await client.get(`/api/tenant/courses/${id}/lessons/${lessonId}`)).body
  const say = (said: object) => learner.post(`/api/tenant/lessons/${lessonId}/beats`, { said })
  expect((await read(learner)).packageState).toBe('')
  // Finished implausibly early: it counts once it is plausible.
  expect((await say({ isFinished: true })).body.lesson).toMatchObject({
    isCompleted: false,
    facts: { said: { isFinished: true } },
  })
  const state = '{"cmi.suspend_data":"a=1;“ü”\\u0000"}'
  expect((await say({ state: `${state}\0\ud800` })).status).toBe(200)
  expect((await read(learner)).packageState).toBe(`${state}\ufffd`)
  // A report without a state keeps the saved one, which other learners do not see.
  await say({})
  expect((await read(learner)).packageState).toBe(`${state}\ufffd`)
  expect((await read(other)).packageState).toBe('')
  for (const large of ['x'.repeat(262_144), '\u0001'.repeat(44_000), '€'.repeat(88_000)])
    expect((await say({ state: large })).status).toBe(400)
  expect((await say({ state: 'x'.repeat(262_000) })).status).toBe(200)
  platform.clock.forward(60_000)
  expect((await say({ isFinished: false })).body).toMatchObject({
    lesson: { isCompleted: true, how: 'self-reported' },
    enrollment: { progress: 100 },
  })
  const events = await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('lmsLearningLog').where({ lessonId, what: 'completed' }).pluck('how'),
  )
  expect(events).toEqual(['self-reported'])
})
