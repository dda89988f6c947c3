import sharp from 'sharp'
import { afterEach, expect, vi } from 'vitest'
import { pluginTest, type Client } from '#core/testing/harness.ts'
import { sendImage } from '#core/testing/upload.ts'
import { lms } from '../../../plugin.ts'

const test = pluginTest([lms])

afterEach(() => {
  vi.restoreAllMocks()
})

const path = '/api/lms/courses'
const createCourse = async (client: Client, course: object) => (await client.post(path, course)).body

test('a new course has the specified defaults, and its authors alone find it', async ({ platform }) => {
  const [mine, other] = [await platform.organization(), await platform.organization()]
  const admin = await mine.signIn('tenant_admin')
  const made = await admin.post(path, { title: ' Robots ' })
  expect(made).toMatchObject({
    status: 201,
    body: {
      title: 'Robots',
      difficultyLevel: 'beginner',
      status: 'draft',
      estimatedDuration: 60,
      totalMinutes: 60,
      lessonCount: 0,
      isFeatured: false,
      isGlobal: false,
      learningObjectives: [],
    },
  })
  const { id } = made.body
  expect((await admin.get(path)).body).toEqual([made.body])
  const operator = await platform.superAdmin()
  for (const client of [operator, await other.signIn('tenant_admin')]) {
    expect((await client.get(path)).body).toEqual([])
    expect((await client.get(`${path}/${id}`)).status).toBe(404)
    expect((await client.put(`${path}/${id}`, { title: 'Mine' })).status).toBe(404)
    expect((await client.post('/api/lms/chapters', { courseId: id, title: 'Mine' })).status).toBe(404)
    expect((await client.post('/api/lms/lessons', { courseId: id, title: 'Mine' })).status).toBe(404)
  }
  for (const role of ['instructor', 'parent', 'student'] as const) {
    expect((await (await mine.signIn(role)).get(path)).status).toBe(403)
  }
})

test('an organization can neither change nor add to a course of the platform', async ({ platform }) => {
  const operator = await platform.superAdmin()
  const { id } = await createCourse(operator, { title: 'Safeguarding' })
  const admin = await (await platform.organization()).signIn('tenant_admin')
  expect((await admin.get(path)).body).toEqual([])
  expect((await admin.delete(`${path}/${id}`)).status).toBe(404)
  expect((await admin.post('/api/lms/lessons', { courseId: id, title: 'Ours' })).status).toBe(404)
  expect((await operator.get(`${path}/${id}`)).body).toMatchObject({ isGlobal: true, lessonCount: 0 })
})

test('courses are searched, filtered and paged, with the minutes of their lessons', async ({ platform }) => {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  const { id } = await createCourse(admin, { title: 'Bridges', estimatedDuration: 0, category: 'technology-design' })
  await createCourse(admin, { title: 'Alphabet', description: 'of 100% wood', difficultyLevel: 'advanced' })
  await createCourse(admin, { title: 'Circuits', status: 'archived' })
  for (const duration of [20, 25]) await admin.post('/api/lms/lessons', { courseId: id, title: 'Lesson', duration })
  const titles = async (query: string) =>
    (await admin.get(`${path}?${query}`)).body.map(({ title }: { title: string }) => title)
  expect(await titles('')).toEqual(['Alphabet', 'Bridges', 'Circuits'])
  expect(await titles('search=100%25%20WOOD')).toEqual(['Alphabet'])
  expect(await titles('category=technology-design')).toEqual(['Bridges'])
  expect(await titles('difficulty=advanced')).toEqual(['Alphabet'])
  expect(await titles('status=archived&limit=5')).toEqual(['Circuits'])
  const page = await admin.get(`${path}?limit=1&offset=1`)
  expect(page.headers['x-total-count']).toBe('3')
  expect(page.body).toMatchObject([{ title: 'Bridges', lessonCount: 2, totalMinutes: 45 }])
})

test('the second of two authors gets a conflict, and none of their text is lost', async ({ platform }) => {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  const { id, updatedAt } = await createCourse(admin, { title: 'Draft' })
  const change = (title: string) => admin.put(`${path}/${id}`, { title, updatedAt })
  const answers = await Promise.all([change('First'), change('Second')])
  expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]))
  const won = answers.find(({ status }) => status === 200)?.body.title
  expect((await admin.get(`${path}/${id}`)).body.title).toBe(won)
  expect((await admin.put(`${path}/${id}`, { status: 'archived' })).body).toMatchObject({
    status: 'archived',
    title: won,
  })
})

test('a course shows images of its owner alone', async ({ platform }) => {
  const [mine, other] = [await platform.organization(), await platform.organization()]
  const [admin, stranger] = [await mine.signIn('tenant_admin'), await other.signIn('tenant_admin')]
  const picture = sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
  const { imageUrl } = (await sendImage(stranger, await picture.png().toBuffer())).body
  expect(await admin.post(path, { title: 'Pictures', imageUrl })).toMatchObject({
    status: 400,
    body: { fields: { imageUrl: expect.any(String) } },
  })
  expect((await admin.post(path, { title: 'Pictures', imageUrl: 'javascript:alert(1)' })).status).toBe(400)
  expect((await stranger.post(path, { title: 'Pictures', imageUrl })).body).toMatchObject({ imageUrl })
})

test('deleted parts can be restored as they were within 30 days', async ({ platform }) => {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  const { id } = await createCourse(admin, { title: 'Gone' })
  const chapter = (await admin.post('/api/lms/chapters', { courseId: id, title: 'One' })).body
  const lesson = (await admin.post('/api/lms/lessons', { courseId: id, chapterId: chapter.id, title: 'Walk' })).body
  const before = (await admin.get(`${path}/${id}/lessons`)).body

  const deleted = async () => (await admin.get(`${path}/${id}/deleted`)).body
  await admin.delete(`/api/lms/chapters/${chapter.id}`)
  expect(await deleted()).toMatchObject([{ id: chapter.id, kind: 'chapter', title: 'One' }])
  expect((await admin.get(`${path}/${id}/lessons`)).body).toMatchObject([{ id: lesson.id, chapterId: null }])
  await admin.post(`/api/lms/chapters/${chapter.id}/restore`)
  expect((await admin.get(`${path}/${id}/lessons`)).body).toEqual(before)

  await admin.delete(`/api/lms/lessons/${lesson.id}`)
  expect(await deleted()).toMatchObject([{ id: lesson.id, kind: 'lesson', title: 'Walk' }])
  expect((await admin.get(`${path}/${id}/lessons`)).body).toEqual([])
  await admin.post(`/api/lms/lessons/${lesson.id}/restore`)
  expect((await admin.get(`${path}/${id}/lessons`)).body).toEqual(before)

  expect(await deleted()).toEqual([])

  await admin.delete(`${path}/${id}`)
  const gone = await admin.get(`${path}/deleted?limit=1`)
  expect(gone.headers['x-total-count']).toBe('1')
  expect(gone.body).toMatchObject([{ id, title: 'Gone' }])
  const stranger = await (await platform.organization()).signIn('tenant_admin')
  expect((await stranger.get(`${path}/deleted`)).body).toEqual([])
  for (const part of ['', '/lessons', '/chapters', '/deleted']) {
    expect((await admin.get(`${path}/${id}${part}`)).status).toBe(404)
  }
  expect((await admin.put(`/api/lms/lessons/${lesson.id}`, { title: 'Still here' })).status).toBe(404)
  expect((await admin.post(`${path}/${id}/restore`)).status).toBe(200)
  expect((await admin.get(`${path}/${id}/lessons`)).body).toEqual(before)
  expect((await admin.post(`${path}/${id}/restore`)).status).toBe(404)
})

test('a course can be restored for 30 days, and no longer', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const deletedAt = platform.clock.now().getTime()
  const moveTo = async (time: number) => {
    vi.spyOn(platform.clock, 'now').mockReturnValue(new Date(deletedAt + time))
    await admin.signIn(admin.user?.email ?? '')
  }
  await moveTo(0)
  const [soon, late] = [await createCourse(admin, { title: 'Soon' }), await createCourse(admin, { title: 'Long gone' })]
  for (const { id } of [soon, late]) await admin.delete(`${path}/${id}`)
  await moveTo(30 * 86_400_000 - 1)
  expect((await admin.post(`${path}/${soon.id}/restore`)).status).toBe(200)
  expect((await admin.get(`${path}/deleted`)).body).toMatchObject([{ id: late.id }])
  await moveTo(30 * 86_400_000)
  expect((await admin.post(`${path}/${late.id}/restore`)).status).toBe(404)
  expect((await admin.get(`${path}/deleted`)).body).toEqual([])
})

test('a course names its teacher, from its own organization alone', async ({ platform }) => {
  const [mine, other] = [await platform.organization(), await platform.organization()]
  const admin = await mine.signIn('tenant_admin')
  const { id: instructorId } = await mine.user('instructor', { firstName: 'Marie', lastName: 'Curie' })
  const about = { longDescription: 'Light, lenses and rainbows.', instructorId }
  const made = await admin.post(path, { title: 'Optics', ...about })
  expect(made.body).toMatchObject({ ...about, instructorName: 'Marie Curie', price: 0 })
  expect((await admin.get('/api/lms/course-instructors')).body).toContainEqual({
    id: instructorId,
    name: 'Marie Curie',
  })
  const stranger = await other.user('instructor')
  const student = await mine.user('student')
  for (const { id } of [stranger, student]) {
    const refused = await admin.put(`${path}/${made.body.id}`, { instructorId: id })
    expect(refused).toMatchObject({ status: 400, body: { fields: { instructorId: expect.any(String) } } })
  }
  const operator = await platform.superAdmin()
  expect((await operator.post(path, { title: 'Of all', instructorId })).status).toBe(400)
  expect((await operator.get('/api/lms/course-instructors')).body).toEqual([])
})
