import { expect } from 'vitest'
import { pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { lms } from '../../../plugin.ts'

const test = pluginTest([lms])

interface Placed {
  id: string
  order: number
  chapterId: string | null
  title: string
}

async function createCourse(platform: TestPlatform) {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  const { id } = (await admin.post('/api/lms/courses', { title: 'Course' })).body as { id: string }
  const lesson = async (title: string, more: object = {}) =>
    (await admin.post('/api/lms/lessons', { courseId: id, title, ...more })).body as Placed
  const chapter = async (title: string) =>
    (await admin.post('/api/lms/chapters', { courseId: id, title })).body as { id: string; order: number }
  return { admin, id, lesson, chapter }
}

const getOutline = async (admin: Client, id: string) =>
  ((await admin.get(`/api/lms/courses/${id}/lessons`)).body as Placed[]).map(({ title, order }) => `${order} ${title}`)

test('a new lesson has the specified defaults, and its field videoUrl serves every type', async ({ platform }) => {
  const { admin, lesson } = await createCourse(platform)
  const made = await lesson('Read', { contentType: 'document', videoUrl: 'https://example.org/a.pdf' })
  expect(made).toMatchObject({
    chapterId: null,
    contentType: 'document',
    contentUrl: 'https://example.org/a.pdf',
    order: 1,
    duration: 30,
    isRequired: true,
    content: '',
  })
  expect((await admin.put(`/api/lms/lessons/${made.id}`, { videoUrl: '' })).body).toMatchObject({ contentUrl: '' })
  for (const videoUrl of ['javascript:alert(1)', 'data:text/html,x', 'nowhere']) {
    expect(await admin.put(`/api/lms/lessons/${made.id}`, { videoUrl })).toMatchObject({
      status: 400,
      body: { fields: { videoUrl: 'Must be a valid URL' } },
    })
  }
})

test.for(['', 'One line', 'First\n\nSecond\nstill second', 'a\n\nb\n\nc'])(
  'the content %j is stored in paragraphs and returned as it was written',
  async (content, { platform }) => {
    const { admin, lesson } = await createCourse(platform)
    const { id } = await lesson('Text')
    expect((await admin.put(`/api/lms/lessons/${id}`, { content })).body.content).toBe(content)
  },
)

test('a rich text stays when other fields change, and its plain text alone does not replace it', async ({
  platform,
}) => {
  const { admin, lesson } = await createCourse(platform)
  const made = await lesson('Rich')
  const text = (words: string, more: object = {}) => ({ type: 'text', text: words, ...more })
  const heading = { type: 'heading', attrs: { level: 2 }, content: [text('Solder')] }
  const bold = { type: 'paragraph', content: [text('Hold it '), text('slowly ', { marks: [{ type: 'bold' }] })] }
  const body = { type: 'doc', content: [heading, bold] }
  const path = `/api/lms/lessons/${made.id}`
  await admin.put(`${path}/content`, { contentType: 'article', body })
  const { content } = (await admin.get(`${path}/content`)).body.lesson
  expect((await admin.put(path, { title: 'Richer', content })).body).toMatchObject({ title: 'Richer', isRich: true })
  expect(await admin.put(path, { title: 'Poor', content: 'Hold it' })).toMatchObject({
    status: 409,
    body: { fields: { content: expect.any(String) } },
  })
  expect((await admin.get(`${path}/content`)).body).toMatchObject({ lesson: { title: 'Richer' }, body })
})

test('lessons are numbered from 1 in the requested order, and move between chapters with it', async ({ platform }) => {
  const { admin, id, lesson, chapter } = await createCourse(platform)
  const [a, b, c] = [await lesson('A'), await lesson('B'), await lesson('C', { order: 40 })]
  const [one, two] = [await chapter('One'), await chapter('Two')]
  expect([one.order, two.order]).toEqual([1, 2])
  const order = (lessons: object[], more: object = {}) =>
    admin.put('/api/lms/lessons/batch-order', { lessons, ...more })
  await order([
    { id: c.id, order: 3, chapterId: two.id },
    { id: a.id, order: 7 },
    { id: b.id, order: 5, chapterId: one.id },
  ])
  expect(await getOutline(admin, id)).toEqual(['1 C', '2 B', '3 A'])
  const after = (await admin.get(`/api/lms/courses/${id}/lessons`)).body as Placed[]
  expect(after.map(({ chapterId }) => chapterId)).toEqual([two.id, one.id, null])
  const foreign = (await createCourse(platform)).lesson
  const [stranger, elsewhere] = [await foreign('Stranger'), await (await createCourse(platform)).chapter('Elsewhere')]
  const refused = [
    [{ id: a.id, order: 1 }],
    [a, b, c, stranger].map((one_, index) => ({ id: one_.id, order: index })),
    [a, b, stranger].map((one_, index) => ({ id: one_.id, order: index })),
    [a, b, c].map((one_, index) => ({ id: one_.id, order: index, chapterId: elsewhere.id })),
  ]
  for (const lessons of refused) {
    expect(await order(lessons)).toMatchObject({ status: 400, body: { fields: { lessons: expect.any(String) } } })
  }
  expect((await order([a, a].map((one_) => ({ id: one_.id, order: 1 })))).status).toBe(400)
  expect(await getOutline(admin, id)).toEqual(['1 C', '2 B', '3 A'])
})

test('chapters and lessons have consecutive unique numbers, and new ones come last', async ({ platform }) => {
  const { admin, id, lesson, chapter } = await createCourse(platform)
  const chapters = async () =>
    ((await admin.get(`/api/lms/courses/${id}/chapters`)).body as Placed[]).map(
      ({ title, order }) => `${order} ${title}`,
    )
  const made = { lessons: [] as Placed[], chapters: [] as { id: string }[] }
  for (const title of ['A', 'B', 'C', 'D']) {
    made.lessons.push(await lesson(title))
    made.chapters.push(await chapter(title))
  }
  for (const [kind, list] of [
    ['lessons', () => getOutline(admin, id)],
    ['chapters', chapters],
  ] as const) {
    const [a, b, , d] = made[kind].map((one) => `/api/lms/${kind}/${one.id}`)
    await admin.delete(a ?? '')
    await admin.delete(b ?? '')
    await (kind === 'lessons' ? lesson('E') : chapter('E'))
    expect(await list()).toEqual(['1 C', '2 D', '3 E'])
    await admin.post(`${b}/restore`)
    expect(await list()).toEqual(['1 B', '2 C', '3 D', '4 E'])
    expect((await admin.put(d ?? '', { order: 2 })).body.order).toBe(2)
    expect(await list()).toEqual(['1 B', '2 D', '3 C', '4 E'])
    expect((await admin.put(d ?? '', { order: 40 })).body.order).toBe(4)
    expect(await list()).toEqual(['1 B', '2 C', '3 E', '4 D'])
  }
})

test('the second of two concurrent reorders gets the new order, and without a version the last one wins', async ({
  platform,
}) => {
  const { admin, id, lesson } = await createCourse(platform)
  const [a, b, c] = [await lesson('A'), await lesson('B'), await lesson('C')]
  const { outlineVersion: version } = (await admin.get(`/api/lms/courses/${id}`)).body
  const order = (placed: Placed[], more: object) =>
    admin.put('/api/lms/lessons/batch-order', {
      lessons: placed.map((one, index) => ({ id: one.id, order: index + 1 })),
      ...more,
    })
  const answers = await Promise.all([order([c, b, a], { version }), order([b, a, c], { version })])
  const [won, lost] = answers.toSorted((one, other) => one.status - other.status)
  expect([won?.status, lost?.status]).toEqual([200, 409])
  expect(lost?.body.details).toEqual(won?.body)
  expect((await order([a, b, c], {})).status).toBe(200)
  expect(await getOutline(admin, id)).toEqual(['1 A', '2 B', '3 C'])
  await lesson('D')
  expect((await order([c, b, a], { version: version + 2 })).status).toBe(409)
})

test('a lesson can be placed only in chapters of its own course', async ({ platform }) => {
  const { admin, lesson } = await createCourse(platform)
  const { id } = await lesson('Mine')
  const elsewhere = await (await createCourse(platform)).chapter('Elsewhere')
  expect(await admin.put(`/api/lms/lessons/${id}`, { chapterId: elsewhere.id })).toMatchObject({
    status: 400,
    body: { fields: { chapterId: expect.any(String) } },
  })
})
