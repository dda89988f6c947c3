import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Client, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { lms } from '../../../plugin.ts'
import { publishCourse } from '../../../testing/courses.ts'
import { MAX_NOTES } from '../contract.ts'

const test = pluginTest([lms])

async function publishLesson(organization: TestOrganization, ...learners: Client[]): Promise<string> {
  const author = await organization.signIn('tenant_admin')
  const { id, lessons } = await publishCourse(author, { title: 'Welding', audience: 'everybody' })
  for (const learner of learners) await learner.post(`/api/tenant/courses/${id}/enroll`)
  return lessons[0] ?? ''
}

const getNotesPath = (lessonId: string) => `/api/tenant/lessons/${lessonId}/notes`

/** Inserts the given number of notes at once. */
const fill = ({ core }: TestPlatform, lessonId: string, userId: string, count: number) =>
  core.db.platform(systemActor, ({ trx }) =>
    trx.raw(
      `insert into lms_lesson_notes (tenant_id, user_id, enrollment_id, lesson_id, text)
        select tenant_id, user_id, id, ?, 'Note ' || n from lms_enrollments, generate_series(1, ?) n where user_id = ?`,
      [lessonId, count, userId],
    ),
  )

test('a learner’s notes beside a lesson are private, first those on the whole lesson and then by the second', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const [learner, other] = [await organization.signIn('instructor'), await organization.signIn('student')]
  const lessonId = await publishLesson(organization, learner, other)
  const write = async (text: string, second?: number) =>
    (await learner.post(getNotesPath(lessonId), { text, second })).body as { id: string; updatedAt: string }
  await write('Too fast here', 90)
  const mask = await write(' Where is the mask? ', 12)
  await write('Ask about gloves')
  const { body, headers } = await learner.get(`${getNotesPath(lessonId)}?limit=2`)
  expect(body).toMatchObject([
    { text: 'Ask about gloves', second: null },
    { text: 'Where is the mask?', second: 12 },
  ])
  expect(headers['x-total-count']).toBe('3')
  expect((await other.get(getNotesPath(lessonId))).body).toEqual([])
  for (const stranger of [other, await organization.signIn('tenant_admin')]) {
    expect((await stranger.put(`/api/tenant/lesson-notes/${mask.id}`, { text: 'Mine' })).status).toBe(404)
    expect((await stranger.delete(`/api/tenant/lesson-notes/${mask.id}`)).status).toBe(404)
  }
  const path = `/api/tenant/lesson-notes/${mask.id}`
  const { updatedAt } = (await learner.put(path, { text: 'In the cupboard', updatedAt: mask.updatedAt })).body
  expect((await learner.put(path, { text: 'On the hook', updatedAt: mask.updatedAt })).status).toBe(409)
  expect((await learner.put(path, { text: 'On the hook', updatedAt })).body.text).toBe('On the hook')
  expect((await learner.delete(path)).status).toBe(204)
  expect((await learner.get(getNotesPath(lessonId))).body).toHaveLength(2)
})

test('notes need an open lesson of a taken course, up to a maximum, from two tabs too', async ({ platform }) => {
  const organization = await platform.organization()
  const [learner, passer] = [await organization.signIn('instructor'), await organization.signIn('instructor')]
  const lessonId = await publishLesson(organization, learner)
  expect((await passer.get(getNotesPath(lessonId))).status).toBe(404)
  expect((await passer.post(getNotesPath(lessonId), { text: 'Later' })).status).toBe(404)
  expect((await learner.post(getNotesPath(lessonId), { text: ' ' })).body.fields).toEqual({ text: 'Write something' })
  await fill(platform, lessonId, learner.user?.id ?? '', MAX_NOTES - 1)
  const answers = await Promise.all(['One', 'Two'].map((text) => learner.post(getNotesPath(lessonId), { text })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  expect((await learner.get(getNotesPath(lessonId))).body).toHaveLength(MAX_NOTES)
  const author = await organization.signIn('tenant_admin')
  const later = await publishCourse(author, { title: 'Later', audience: 'everybody' })
  await author.put(`/api/lms/lessons/${later.lessons[1]}`, { opensOn: '2099-01-01' })
  await author.put(`/api/lms/courses/${later.id}`, { status: 'published' })
  await learner.post(`/api/tenant/courses/${later.id}/enroll`)
  expect((await learner.post(getNotesPath(later.lessons[1] ?? ''), { text: 'Early' })).status).toBe(403)
})
