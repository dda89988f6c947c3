import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { create } from '#core/testing/calls.ts'
import { pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { lms } from '../../../plugin.ts'
import { writeCourse } from '../../../testing/courses.ts'

const test = pluginTest([lms])

const createChapter = async (author: Client, courseId: string, title: string) =>
  (await create<{ id: string }>(author, '/api/lms/chapters', { courseId, title })).id
const setLesson = (author: Client, id: string, change: object) => author.put(`/api/lms/lessons/${id}`, change)
const setChapter = (author: Client, id: string, change: object) => author.put(`/api/lms/chapters/${id}`, change)
const publish = (author: Client, id: string) => author.put(`/api/lms/courses/${id}`, { status: 'published' })
const newCircleAnswer = (way: string) => ({
  status: 400,
  body: { fields: { afterIds: `These would wait for each other: ${way}` } },
})

async function getNewestOutline({ core }: TestPlatform, courseId: string) {
  const [row] = await core.db.platform(systemActor, ({ trx }) =>
    trx('lms_course_versions').where({ courseId }).orderBy('number', 'desc').select('outline'),
  )
  return row.outline
}

test('opening dates of chapters and lessons are saved, published, listed as changes, and copied', async ({
  platform,
}) => {
  const author = await (await platform.organization()).signIn('tenant_admin')
  const { id, chapterId, lessons } = await writeCourse(author, { title: 'Robots' }, ['Welcome', 'Tools', 'Wheels'])
  const [welcome, tools, wheels] = lessons as [string, string, string]
  await publish(author, id)
  expect((await getNewestOutline(platform, id)).lessons[0]).not.toHaveProperty('opening')
  const after = await createChapter(author, id, 'After')
  expect(await setChapter(author, after, { afterIds: [chapterId], opensOn: '2030-09-01' })).toMatchObject({
    status: 200,
    body: { afterIds: [chapterId], opensOn: '2030-09-01', opensAfterDays: null },
  })
  expect((await setLesson(author, tools, { afterIds: [welcome, wheels], opensAfterDays: 7 })).status).toBe(200)
  const { changes } = (await author.get(`/api/lms/courses/${id}/publication`)).body
  expect(changes).toContainEqual({ what: 'lesson', did: 'changed', title: 'Tools', fields: ['opening'] })
  // Conditions on deleted parts are dropped.
  await author.delete(`/api/lms/lessons/${wheels}`)
  await publish(author, id)
  expect(await getNewestOutline(platform, id)).toMatchObject({
    chapters: [{ title: 'Before' }, { opening: { opensOn: '2030-09-01', afterIds: [chapterId] } }],
    lessons: [{ id: welcome }, { id: tools, opening: { opensOn: null, opensAfterDays: 7, afterIds: [welcome] } }],
  })
  const copy = (await author.post(`/api/lms/courses/${id}/duplicate`, {})).body.id
  const [before, later] = (await author.get(`/api/lms/courses/${copy}/chapters`)).body
  expect(later).toMatchObject({ title: 'After', opensOn: '2030-09-01', afterIds: [before.id] })
  const [first, second] = (await author.get(`/api/lms/courses/${copy}/lessons`)).body
  expect(second).toMatchObject({ title: 'Tools', opensAfterDays: 7, afterIds: [first.id] })
  expect(before.id).not.toBe(chapterId)
})

test('a circle of conditions is refused with its path, whichever author closes it', async ({ platform }) => {
  const author = await (await platform.organization()).signIn('tenant_admin')
  const { id, chapterId, lessons } = await writeCourse(author, { title: 'Robots' })
  const [welcome, tools] = lessons as [string, string]
  expect(await setLesson(author, welcome, { afterIds: [welcome] })).toMatchObject({
    status: 400,
    body: { fields: { afterIds: 'This course has no such lesson' } },
  })
  const other = await writeCourse(author, { title: 'Bridges' })
  expect((await setLesson(author, welcome, { afterIds: other.lessons })).status).toBe(400)
  expect((await setLesson(author, welcome, { afterIds: [chapterId] })).status).toBe(400)
  expect((await setLesson(author, tools, { afterIds: [welcome] })).status).toBe(200)
  expect(await setLesson(author, welcome, { afterIds: [tools] })).toMatchObject(
    newCircleAnswer('“Welcome” → “Tools” → “Welcome”'),
  )
  // A chapter waits for its lessons, a lesson for the prerequisites of its chapter.
  const after = await createChapter(author, id, 'After')
  const drive = (
    await create<{ id: string }>(author, '/api/lms/lessons', { courseId: id, chapterId: after, title: 'Drive' })
  ).id
  expect((await setChapter(author, after, { afterIds: [chapterId] })).status).toBe(200)
  expect((await setLesson(author, welcome, { afterIds: [drive] })).body.fields.afterIds).toMatch(
    /^These would wait for each other: .*“Drive”.*“Before”.*/,
  )
  const park = (await create<{ id: string }>(author, '/api/lms/lessons', { courseId: id, title: 'Park' })).id
  expect((await setLesson(author, park, { afterIds: [tools] })).status).toBe(200)
  expect((await setLesson(author, welcome, { afterIds: [park] })).status).toBe(400)
  const ordered = [welcome, tools, drive, park].map((lesson, order) => ({ id: lesson, order, chapterId: after }))
  expect((await author.put('/api/lms/lessons/batch-order', { lessons: ordered })).status).toBe(200)
  // Two concurrent halves of a circle: one of them is accepted.
  const [a, b] = [await createChapter(author, id, 'A'), await createChapter(author, id, 'B')]
  const answers = await Promise.all([
    setChapter(author, a, { afterIds: [b] }),
    setChapter(author, b, { afterIds: [a] }),
  ])
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400])
})
