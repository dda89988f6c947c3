import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Client } from '#core/testing/harness.ts'
import { lms } from '../../../plugin.ts'
import { publishCourse, writeCourse } from '../../../testing/courses.ts'

const test = pluginTest([lms])

const catalog = '/api/tenant/course-catalog'
const courses = '/api/tenant/courses'

/** Lists the titles of courses of this test: those of the platform are shared. */
const listTitles = async (client: Client, search: string, query = '') =>
  (await client.get(`${catalog}?search=${search}${query}`)).body.map(({ title }: { title: string }) => title)
const getCourse = (client: Client, id: string) => client.get(`${courses}/${id}`)
const enroll = (client: Client, id: string) => client.post(`${courses}/${id}/enroll`)

/** Runs no more at once than the platform has connections: on a slow machine some would time out. */
async function runInBatches<Item, Made>(items: readonly Item[], work: (item: Item) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = []
  for (let from = 0; from < items.length; from += 6) {
    made.push(...(await Promise.all(items.slice(from, from + 6).map(work))))
  }
  return made
}

test('users find courses that are published for them, of the platform and of their own organization', async ({
  platform,
}) => {
  const operator = await platform.superAdmin()
  const [mine, other] = [await platform.organization(), await platform.organization()]
  const admin = await mine.signIn('tenant_admin')
  const description = 'First of all.'
  await publishCourse(operator, { title: 'Safeguarding', category: 'teamwork-communication', description })
  await publishCourse(operator, {
    title: 'Debating',
    audience: 'students',
    description: `${description} Of 100% reasons`,
  })
  await publishCourse(operator, { title: 'Welcome', audience: 'everybody', isFeatured: true, description })
  await publishCourse(admin, { title: 'Our way', description })
  await publishCourse(await other.signIn('tenant_admin'), { title: 'Their way', description })
  expect(await listTitles(await mine.signIn('instructor'), 'first%20of')).toEqual([
    'Welcome',
    'Our way',
    'Safeguarding',
  ])
  expect(await listTitles(await mine.signIn('student'), 'first%20of')).toEqual(['Welcome', 'Debating'])
  expect(await listTitles(await mine.signIn('parent'), 'first%20of')).toEqual(['Welcome'])
  expect(await listTitles(admin, 'first%20of')).toEqual(['Welcome', 'Debating', 'Our way', 'Safeguarding'])
  expect(await listTitles(admin, 'first%20of', '&audience=students')).toEqual(['Debating'])
  expect(await listTitles(admin, '100%25%20R')).toEqual(['Debating'])
  expect(await listTitles(admin, 'first%20of', '&category=teamwork-communication')).toEqual(['Safeguarding'])
  const page = await admin.get(`${catalog}?search=first%20of&limit=1&offset=2`)
  expect(page.headers['x-total-count']).toBe('4')
  expect(page.body).toMatchObject([
    {
      title: 'Our way',
      estimatedDuration: 60,
      difficultyLevel: 'beginner',
      completionPercentage: 0,
      certificateEarned: false,
      isGlobal: false,
    },
  ])
  expect(page.body[0]).not.toHaveProperty('enrollment')
})

test('a learner is enrolled once, however often they press the button, and can read lessons from then on', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const operator = await platform.superAdmin()
  const { id, lessons } = await publishCourse(operator, { title: 'First aid', language: 'en-GB' })
  await operator.put(`/api/lms/lessons/${lessons[1]}`, { isPreview: true })
  await operator.put(`/api/lms/courses/${id}`, { status: 'published' })
  const learner = await organization.signIn('instructor')
  const lesson = (index: number) => learner.get(`${courses}/${id}/lessons/${lessons[index]}`)
  const outline = { title: 'Before', lessons: [{ isLocked: true }, { isLocked: false, isPreview: true }] }
  expect((await getCourse(learner, id)).body).toMatchObject({ isOpen: true, chapters: [outline], progress: [] })
  expect(await lesson(0)).toMatchObject({ status: 403 })
  expect(await lesson(1)).toMatchObject({ status: 200, body: { title: 'Tools', language: 'en-GB' } })
  const answers = await Promise.all([enroll(learner, id), enroll(learner, id), enroll(learner, id)])
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.enrolledAt}`)).size).toBe(1)
  expect(answers[0]).toMatchObject({ status: 200, body: { version: 2, completedAt: null } })
  expect((await getCourse(learner, id)).body).toMatchObject({
    enrollment: answers[0]?.body,
    chapters: [{ lessons: [{ isLocked: false }, { isLocked: false }] }],
  })
  expect((await lesson(0)).body).toMatchObject({ contentType: 'article', rule: expect.any(String) })
  expect(JSON.stringify((await lesson(0)).body.body)).toContain('About Welcome')
  const enrolled = await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('lms_enrollments').where({ courseId: id }),
  )
  expect(enrolled).toHaveLength(1)
  expect((await learner.get(`${catalog}/figures`)).body).toEqual({
    totalCourses: (await learner.get(catalog)).body.length,
    inProgress: 1,
    completed: 0,
    certificates: 0,
  })
  expect(await listTitles(learner, 'first', '&status=in-progress')).toEqual(['First aid'])
  expect(await listTitles(learner, 'first%20aid', '&status=not-started')).toEqual([])
  const visitor = await organization.client().signIn(operator.user?.email ?? '')
  expect((await getCourse(visitor, id)).body).toMatchObject({ isOpen: false })
  expect((await enroll(visitor, id)).status).toBe(403)
})

test('drafts are invisible: unpublished courses as well as unpublished changes', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const never = await writeCourse(admin, { title: 'Canary of a draft' })
  const { id, chapterId, lessons } = await publishCourse(admin, { title: 'Published', audience: 'everybody' })
  const readers = [
    await organization.signIn('instructor'),
    await organization.signIn('student'),
    await organization.signIn('parent'),
    admin,
  ]
  for (const reader of readers) await enroll(reader, id)
  const canary = { title: 'Canary', description: 'Canary' }
  await admin.put(`/api/lms/courses/${id}`, { ...canary, audience: 'students', tags: ['Canary'] })
  await admin.put(`/api/lms/chapters/${chapterId}`, canary)
  await admin.put(`/api/lms/lessons/${lessons[0]}`, {
    ...canary,
    content: 'Canary',
    videoUrl: 'https://canary.example',
  })
  const added = (await admin.post('/api/lms/lessons', { courseId: id, ...canary, isPreview: true })).body
  for (const reader of readers) {
    const reads = [
      `${catalog}?search=canary`,
      catalog,
      `${catalog}/figures`,
      `${courses}/${id}`,
      `${courses}/${id}/lessons/${lessons[0]}`,
    ]
    for (const read of reads) {
      const { status, body } = await reader.get(read)
      expect(status, read).toBe(200)
      expect(JSON.stringify(body).toLowerCase(), read).not.toContain('canary')
    }
    for (const hidden of [
      `${courses}/${never.id}`,
      `${courses}/${never.id}/lessons/${never.lessons[0]}`,
      `${courses}/${id}/lessons/${added.id}`,
    ]) {
      expect((await reader.get(hidden)).status, hidden).toBe(404)
    }
    expect((await enroll(reader, never.id)).status).toBe(404)
    const listed = (await reader.get(catalog)).body.length
    expect((await reader.get(`${catalog}/figures`)).body.totalCourses).toBe(listed)
  }
})

test('drafts and archived courses leave the catalog, and learners keep theirs, deleted ones too', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id, lessons } = await publishCourse(admin, { title: 'Kept' })
  const [learner, stranger] = [await organization.signIn('instructor'), await organization.signIn('instructor')]
  await enroll(learner, id)
  const away = [
    () => admin.put(`/api/lms/courses/${id}`, { status: 'draft' }),
    () => admin.put(`/api/lms/courses/${id}`, { status: 'archived' }),
    () => admin.delete(`/api/lms/courses/${id}`),
  ]
  for (const put of away) {
    await put()
    expect(await listTitles(stranger, 'kept')).toEqual([])
    expect((await getCourse(stranger, id)).status).toBe(404)
    expect((await enroll(stranger, id)).status).toBe(404)
    expect(await listTitles(learner, 'kept')).toEqual(['Kept'])
    expect((await getCourse(learner, id)).body).toMatchObject({ isOpen: false, chapters: [{ title: 'Before' }] })
    expect((await learner.get(`${courses}/${id}/lessons/${lessons[0]}`)).status).toBe(200)
  }
  await admin.post(`/api/lms/courses/${id}/restore`)
  await admin.put(`/api/lms/courses/${id}`, { status: 'published' })
  expect(await listTitles(stranger, 'kept')).toEqual(['Kept'])
})

test('for two hundred learners nothing changes while the author publishes, until they move to the new version', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const author = await platform.superAdmin()
  const { id, lessons } = await publishCourse(author, { title: 'Electricity', audience: 'students' }, [
    'Current',
    'Voltage',
    'Power',
  ])
  const readers = await runInBatches(Array.from({ length: 200 }), () => organization.signIn('student'))
  await runInBatches(readers, (reader) => enroll(reader, id))
  const read = async (reader: Client) => {
    const [outline, lesson] = [await getCourse(reader, id), await reader.get(`${courses}/${id}/lessons/${lessons[0]}`)]
    return JSON.stringify([outline.status, outline.body.title, outline.body.chapters, lesson.status, lesson.body])
  }
  const before = await read(readers[0] as Client)
  expect(before).toContain('About Current')
  await author.put(`/api/lms/courses/${id}`, { title: 'Electricity, again' })
  await author.put(`/api/lms/lessons/${lessons[0]}`, { title: 'Current, again', content: 'Otherwise' })
  await author.delete(`/api/lms/lessons/${lessons[2]}`)
  const [published, seen] = await Promise.all([
    author.put(`/api/lms/courses/${id}`, { status: 'published' }),
    runInBatches(readers, read),
  ])
  expect(published).toMatchObject({ status: 200, body: { version: 2 } })
  const after = await runInBatches(readers, read)
  expect(new Set([...seen, ...after])).toEqual(new Set([before]))

  const [reader] = readers as [Client]
  const { newer } = (await getCourse(reader, id)).body
  expect(newer).toMatchObject({
    version: 2,
    changes: expect.arrayContaining([expect.objectContaining({ did: 'removed' })]),
  })
  expect((await reader.post(`${courses}/${id}/move`)).body).toMatchObject({ version: 2 })
  expect((await getCourse(reader, id)).body).toMatchObject({ title: 'Electricity, again', newer: null })
  expect((await reader.get(`${courses}/${id}/lessons/${lessons[0]}`)).body.title).toBe('Current, again')
  expect((await author.get(`/api/lms/courses/${id}/learners`)).body).toEqual({ total: 200, behind: 199 })
  expect((await author.post(`/api/lms/courses/${id}/learners/move`)).body).toEqual({ total: 200, behind: 0 })
  expect((await getCourse(readers[199] as Client, id)).body).toMatchObject({ title: 'Electricity, again', newer: null })
})

test('an organization hides courses and requires them, for itself alone', async ({ platform }) => {
  const [mine, other] = [await platform.organization(), await platform.organization()]
  const { id } = await publishCourse(await platform.superAdmin(), { title: 'Safety', audience: 'everybody' })
  const [admin, instructor, student] = [
    await mine.signIn('tenant_admin'),
    await mine.signIn('instructor'),
    await mine.signIn('student'),
  ]
  const rule = { isHidden: false, requiredFor: 'instructors', projectIds: [], requiredUntil: '2027-09-01' }
  expect((await admin.put(`${courses}/${id}/rule`, rule)).body).toEqual(rule)
  const free = { isHidden: false, requiredFor: null, requiredUntil: null }
  expect((await admin.put(`${courses}/${id}/rule`, { ...free, before: free })).status).toBe(409)
  expect((await getCourse(instructor, id)).body).toMatchObject({ isRequired: true, rule })
  expect((await getCourse(student, id)).body).toMatchObject({ isRequired: false })
  await enroll(student, id)
  await admin.put(`${courses}/${id}/rule`, { isHidden: true, requiredFor: null, requiredUntil: null })
  expect(await listTitles(instructor, 'safety')).toEqual([])
  expect(await listTitles(student, 'safety')).toEqual(['Safety'])
  expect((await admin.get(`${catalog}?search=safety`)).body).toMatchObject([{ rule: { isHidden: true } }])
  expect(await listTitles(await other.signIn('instructor'), 'safety')).toEqual(['Safety'])
  expect((await instructor.put(`${courses}/${id}/rule`, rule)).status).toBe(403)
  const wrong = { isHidden: false, requiredFor: null, requiredUntil: '2027-09-01' }
  expect((await admin.put(`${courses}/${id}/rule`, wrong)).body.fields).toHaveProperty('requiredUntil')
})

test('required courses come first, by due date', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const made = async (title: string, requiredUntil: string | null, isFeatured = false) => {
    const { id } = await publishCourse(admin, { title, audience: 'everybody', description: 'In order.', isFeatured })
    const rule = { isHidden: false, requiredFor: 'students', requiredUntil }
    if (requiredUntil) await admin.put(`${courses}/${id}/rule`, rule)
  }
  await made('Ants', null)
  await made('Bees', '2027-10-01')
  await made('Cats', '2027-09-01')
  await made('Dogs', null, true)
  expect(await listTitles(await organization.signIn('student'), 'in%20order')).toEqual(['Cats', 'Bees', 'Dogs', 'Ants'])
  expect(await listTitles(await organization.signIn('parent'), 'in%20order')).toEqual(['Dogs', 'Ants', 'Bees', 'Cats'])
})

test('prerequisite courses lock a course until they are completed, and cannot form a circle', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const platformCourse = await publishCourse(await platform.superAdmin(), { title: 'Basics' })
  const [one, two, three] = [
    await publishCourse(admin, { title: 'One' }),
    await publishCourse(admin, { title: 'Two' }),
    await publishCourse(admin, { title: 'Three' }),
  ]
  const require = (id: string, ...courseIds: string[]) => admin.put(`/api/lms/courses/${id}/requires`, { courseIds })
  expect((await require(two.id, one.id, platformCourse.id)).body).toMatchObject([{ title: 'Basics' }, { title: 'One' }])
  const outdated = { courseIds: [], before: [one.id] }
  expect((await admin.put(`/api/lms/courses/${two.id}/requires`, outdated)).status).toBe(409)
  expect((await require(three.id, two.id)).status).toBe(200)
  expect(await require(one.id, three.id)).toMatchObject({
    status: 400,
    body: { fields: { courseIds: expect.stringContaining('One → Three → Two → One') } },
  })

  const learner = await organization.signIn('instructor')
  expect((await getCourse(learner, two.id)).body.missing).toMatchObject([{ title: 'Basics' }, { title: 'One' }])
  expect(await enroll(learner, two.id)).toMatchObject({ status: 409, body: { code: 'course.requires' } })
  for (const { id } of [platformCourse, one]) await enroll(learner, id)
  expect((await enroll(learner, two.id)).status).toBe(409)
  await platform.core.db.platform(systemActor, async ({ trx }) => {
    await trx('lms_enrollments').update({ completedAt: new Date().toISOString(), progress: 100 })
  })
  expect((await enroll(learner, two.id)).status).toBe(200)
})

test('category filters offer the categories of courses that the caller finds or writes', async ({ platform }) => {
  const [organization, other] = [await platform.organization(), await platform.organization()]
  const admin = await organization.signIn('tenant_admin')
  await publishCourse(admin, { title: 'Kites', category: 'Kite building', audience: 'students' })
  await writeCourse(admin, { title: 'Masks', category: 'Mask making' })
  const categories = async (client: Client, path: string) => (await client.get(path)).body
  const found = `${catalog}/categories`
  expect(await categories(await organization.signIn('student'), found)).toContain('Kite building')
  expect(await categories(await organization.signIn('student'), found)).not.toContain('Mask making')
  expect(await categories(await other.signIn('student'), found)).not.toContain('Kite building')
  expect(await categories(admin, '/api/lms/course-categories')).toEqual(['Kite building', 'Mask making'])
})
