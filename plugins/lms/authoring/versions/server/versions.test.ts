import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { create } from '#core/testing/calls.ts'
import { pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { lms } from '../../../plugin.ts'
import { writeCourse } from '../../../testing/courses.ts'

const test = pluginTest([lms])

const path = '/api/lms/courses'

async function createCourse(author: Client, titles: readonly string[] = ['Welcome', 'Tools']) {
  const { id } = await create<{ id: string }>(author, path, { title: 'Robots' })
  const { id: chapterId } = await create<{ id: string }>(author, '/api/lms/chapters', { courseId: id, title: 'Before' })
  const lessons: string[] = []
  for (const title of titles) {
    const lesson = { courseId: id, chapterId, title, content: `About ${title}` }
    lessons.push((await create<{ id: string }>(author, '/api/lms/lessons', lesson)).id)
  }
  return { id, chapterId, lessons }
}

const publish = (author: Client, id: string) => author.put(`${path}/${id}`, { status: 'published' })
const getPublication = async (author: Client, id: string) => (await author.get(`${path}/${id}/publication`)).body
const listVersions = async (author: Client, id: string) => (await author.get(`${path}/${id}/versions`)).body
const selectContents = ({ core }: TestPlatform, courseId: string) =>
  core.db.platform(systemActor, ({ trx }) => trx('lms_lesson_contents').where({ courseId }))

test('publishing never fails on unfinished lessons: it lists them, and they are not required', async ({ platform }) => {
  const author = await (await platform.organization()).signIn('tenant_admin')
  const { id } = await createCourse(author)
  await create(author, '/api/lms/lessons', { courseId: id, title: 'A film', contentType: 'video' })
  expect(await getPublication(author, id)).toMatchObject({
    newest: null,
    changes: [],
    unfinished: [{ title: 'A film', reasons: [expect.any(String)] }],
  })
  // Articles rely on their reader's word; unfinished lessons are not required.
  const isWithoutProof = async () => (await getPublication(author, id)).isWithoutProof
  expect(await isWithoutProof()).toBe(true)
  await author.put(`${path}/${id}`, { givesCertificate: false })
  expect(await isWithoutProof()).toBe(false)
  await author.put(`${path}/${id}`, { givesCertificate: true })
  expect(await publish(author, id)).toMatchObject({ status: 200, body: { status: 'published', version: 1 } })
  expect(await getPublication(author, id)).toMatchObject({
    newest: { number: 1, lessonCount: 3, changes: [] },
    changes: [],
    unfinished: [{ title: 'A film' }],
  })
  const outlines = await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('lms_course_versions').where({ courseId: id }).select('outline'),
  )
  expect(outlines).toMatchObject([
    { outline: { lessons: [{ isRequired: true }, { isRequired: true }, { title: 'A film', isRequired: false }] } },
  ])
})

test('a version is immutable, lists its changes, and shares unchanged content', async ({ platform }) => {
  const author = await (await platform.organization()).signIn('tenant_admin')
  const { id, lessons } = await createCourse(author)
  await publish(author, id)
  await author.put(`/api/lms/lessons/${lessons[0]}`, { content: 'Otherwise', isPreview: true })
  await author.put('/api/lms/lessons/batch-order', {
    lessons: lessons.toReversed().map((lessonId, order) => ({ id: lessonId, order })),
  })
  await author.put(`${path}/${id}`, { description: 'Of robots' })
  await create(author, '/api/lms/chapters', { courseId: id, title: 'After' })
  const changes = [
    { what: 'course', did: 'changed', title: 'Robots', fields: ['description'] },
    { what: 'chapter', did: 'added', title: 'After', fields: [] },
    { what: 'lesson', did: 'changed', title: 'Welcome', fields: ['isPreview', 'content'] },
    { what: 'order', did: 'changed', title: 'Robots', fields: [] },
  ]
  expect((await getPublication(author, id)).changes).toEqual(changes)
  expect((await publish(author, id)).body.version).toBe(2)
  expect(await listVersions(author, id)).toMatchObject([
    { number: 2, changes },
    { number: 1, changes: [] },
  ])
  expect(await selectContents(platform, id)).toHaveLength(3)
  await author.delete(`/api/lms/lessons/${lessons[1]}`)
  expect((await getPublication(author, id)).changes).toEqual([
    { what: 'lesson', did: 'removed', title: 'Tools', fields: [] },
  ])
})

test('without changes the newest version stays, also after the course was archived', async ({ platform }) => {
  const author = await (await platform.organization()).signIn('tenant_admin')
  const { id } = await createCourse(author)
  await publish(author, id)
  await author.put(`${path}/${id}`, { status: 'archived' })
  expect((await publish(author, id)).body).toMatchObject({ status: 'published', version: 1 })
  expect((await publish(author, id)).body.version).toBe(1)
  expect((await listVersions(author, id)).length).toBe(1)
})

test('concurrent publications create versions one after the other', async ({ platform }) => {
  const organization = await platform.organization()
  const [one, other] = [await organization.signIn('tenant_admin'), await organization.signIn('tenant_admin')]
  const { id } = await createCourse(one)
  const rename = (author: Client, title: string) => author.put(`${path}/${id}`, { title, status: 'published' })
  const answers = await Promise.all([rename(one, 'First'), rename(other, 'Second'), publish(one, id)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const numbers: number[] = (await listVersions(one, id)).map(({ number }: { number: number }) => number)
  expect(numbers).toEqual(numbers.map((_, index) => numbers.length - index))
  expect((await one.get(`${path}/${id}`)).body.version).toBe(numbers[0])
  expect((await getPublication(one, id)).changes).toEqual([])
})

test('a draft that is too large gets an error message from every endpoint that would read all of it', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const author = await organization.signIn('tenant_admin')
  const { id } = await createCourse(author)
  const text = (length: number) =>
    platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
      trx('lms_lessons')
        .where({ course_id: id })
        .update({ content: trx.raw(`content || jsonb_build_object('x', repeat('x', ?::int))`, [length]) }),
    )
  await text(17_000_000)
  const refused = { status: 409, body: { code: 'course.too-large', message: expect.stringMatching(/MB/) } }
  expect(await publish(author, id)).toMatchObject(refused)
  expect(await author.get(`${path}/${id}/publication`)).toMatchObject(refused)
  expect(await author.post(`${path}/${id}/duplicate`)).toMatchObject(refused)
  expect(await author.get(`${path}/${id}/export`)).toMatchObject(refused)
  // Its lessons can still be edited.
  await text(1)
  expect((await publish(author, id)).status).toBe(200)
})

test('a course of another owner can be neither published nor read', async ({ platform }) => {
  const { id } = await createCourse(await platform.superAdmin())
  const stranger = await (await platform.organization()).signIn('tenant_admin')
  expect((await publish(stranger, id)).status).toBe(404)
  for (const of of ['publication', 'versions']) expect((await stranger.get(`${path}/${id}/${of}`)).status).toBe(404)
})

test('draft chapters and their lessons are listed before publishing, and left out', async ({ platform }) => {
  const organization = await platform.organization()
  const author = await organization.signIn('tenant_admin')
  const course = await writeCourse(author, { title: 'Optics', audience: 'students', longDescription: 'At length.' })
  const { body: chapter } = await author.post('/api/lms/chapters', { courseId: course.id, title: 'Lasers' })
  expect(chapter.status).toBe('published')
  await author.post('/api/lms/lessons', { courseId: course.id, chapterId: chapter.id, title: 'Goggles' })
  await author.put(`/api/lms/chapters/${chapter.id}`, { status: 'draft' })
  const { body: publication } = await author.get(`/api/lms/courses/${course.id}/publication`)
  expect(publication.drafts).toMatchObject([{ title: 'Goggles', chapter: 'Lasers' }])
  await author.put(`/api/lms/courses/${course.id}`, { status: 'published' })
  const student = await organization.signIn('student')
  const read = async () => (await student.get(`/api/tenant/courses/${course.id}`)).body
  expect(await read()).toMatchObject({ longDescription: 'At length.', lessonCount: 2, chapters: [{ title: 'Before' }] })
  await author.put(`/api/lms/chapters/${chapter.id}`, { status: 'published' })
  await author.put(`/api/lms/courses/${course.id}`, { status: 'published', longDescription: '' })
  expect(await read()).toMatchObject({ longDescription: '', lessonCount: 3, chapters: [{}, { title: 'Lasers' }] })
})
