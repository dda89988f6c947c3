import { expect } from 'vitest'
import { create } from '#core/testing/calls.ts'
import { readWorkbook } from '#core/server/xlsx.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { lms } from '../../../plugin.ts'
import { getFirstWork, submitWork, workPath } from '../../../testing/calls-grading.ts'

const test = pluginTest([lms])

const getGradebookPath = (courseId: string) => `/api/tenant/courses/${courseId}/gradebook`

test('the gradebook lists all learners of a course with its graded lessons, for those who grade them', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const { by, learner, courseId, lessonId } = await submitWork(organization, { doneWhen: 'passed' })
  const instructor = await organization.signIn('instructor')
  const other = await organization.signIn('student')
  for (const one of [instructor, other]) await one.post(`/api/tenant/courses/${courseId}/enroll`)
  const gradebook = async (query = '') => (await by.get(`${getGradebookPath(courseId)}?${query}`)).body
  const waiting = await gradebook()
  expect(waiting).toMatchObject({
    course: 'Bridges',
    lessons: [{ id: lessonId, title: 'A bridge of paper', contentType: 'assignment' }],
    totalLessons: 1,
    totalLearners: 3,
  })
  const cellOf = (from: { learners: { userId: string; cells: object[] }[] }, id: string | undefined) =>
    from.learners.find(({ userId }) => userId === id)?.cells[0]
  expect(cellOf(waiting, learner.user?.id)).toEqual({ state: 'waiting', score: null })
  expect(cellOf(waiting, other.user?.id)).toEqual({ state: 'none', score: null })
  const { id } = await getFirstWork(by)
  await by.put(`${workPath}/${id}`, { version: 1, points: 40, act: 'post' })
  expect(cellOf(await gradebook(), learner.user?.id)).toEqual({ state: 'not-passed', score: 40 })
  await by.put(`${workPath}/${id}`, { version: 2, points: 80, act: 'post' })
  expect(cellOf(await gradebook('limit=25&search=love'), learner.user?.id)).toEqual({ state: 'done', score: 80 })
  expect((await gradebook('offset=2')).learners).toHaveLength(1)
  expect(await gradebook('lessonOffset=1')).toMatchObject({ lessons: [], totalLessons: 1 })
  // Instructors see neither themselves nor staff; learners and other organizations see nothing.
  expect((await instructor.get(getGradebookPath(courseId))).body.totalLearners).toBe(2)
  expect((await instructor.get('/api/tenant/gradebook?search=brid')).body).toEqual([
    { courseId, course: 'Bridges', learners: 2 },
  ])
  expect((await learner.get(getGradebookPath(courseId))).status).toBe(403)
  const stranger = await (await platform.organization()).signIn('tenant_admin')
  expect((await stranger.get(getGradebookPath(courseId))).status).toBe(404)
  const file = await instructor.get(`${getGradebookPath(courseId)}/csv`)
  expect(file.body.split('\r\n').toSorted()).toEqual([
    '',
    'Ada Lovelace,0,',
    'Ada Lovelace,100,80',
    '\uFEFFLearner,Progress (%),A bridge of paper',
  ])
  const workbook = await platform.app.inject({
    url: `${getGradebookPath(courseId)}/xlsx`,
    headers: { host: instructor.host, cookie: instructor.cookie },
  })
  const rows = await readWorkbook(workbook.rawPayload, 10)
  expect(rows.map((row) => row.join(',')).toSorted()).toEqual([
    'Ada Lovelace,0',
    'Ada Lovelace,100,80',
    'Learner,Progress (%),A bridge of paper',
  ])
})

test('a learner without submissions is excused from a lesson; others are excused in the grading queue', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const { by, learner, courseId, lessonId } = await submitWork(organization, { doneWhen: 'passed' })
  const other = await organization.signIn('student')
  await other.post(`/api/tenant/courses/${courseId}/enroll`)
  const excuse = (userId: string | undefined, given = lessonId) =>
    by.post(`${getGradebookPath(courseId)}/excuse`, { userId, lessonId: given })
  expect((await excuse(learner.user?.id)).body).toMatchObject({ code: 'grading.handed-in' })
  expect((await excuse(by.user?.id)).body.fields).toHaveProperty('userId')
  expect((await excuse(other.user?.id, crypto.randomUUID())).body.fields).toHaveProperty('lessonId')
  expect((await Promise.all([excuse(other.user?.id), excuse(other.user?.id)])).map(({ status }) => status)).toEqual([
    204, 204,
  ])
  const { body } = await other.get(`/api/tenant/courses/${courseId}`)
  expect(body).toMatchObject({ enrollment: { progress: 100 }, progress: [{ lessonId, how: 'excused' }] })
})

test('a gradebook with many lessons pages through them too', async ({ platform }) => {
  const organization = await platform.organization()
  const by = await organization.signIn('tenant_admin')
  const { id } = await create<{ id: string }>(by, '/api/lms/courses', { title: 'Long', audience: 'everybody' })
  for (const title of ['One', 'Two', 'Three']) {
    await create(by, '/api/lms/lessons', { courseId: id, title, contentType: 'discussion', content: 'Speak.' })
  }
  await create(by, '/api/lms/lessons', { courseId: id, title: 'Read', content: 'Read.' })
  await by.put(`/api/lms/courses/${id}`, { status: 'published' })
  await (await organization.signIn('student')).post(`/api/tenant/courses/${id}/enroll`)
  const titles = async (query: string) =>
    (await by.get(`${getGradebookPath(id)}?${query}`)).body.lessons.map(({ title }: { title: string }) => title)
  expect(await titles('lessonLimit=2')).toEqual(['One', 'Two'])
  expect(await titles('lessonLimit=2&lessonOffset=2')).toEqual(['Three'])
})

test('a gradebook export lists each learner once, in order, across batches', async ({ platform }) => {
  const organization = await platform.organization()
  const { by, courseId } = await submitWork(organization, { doneWhen: 'passed' })
  const added = 2100
  await platform.core.db.tenant(organization.id, systemActor, async ({ trx }) => {
    await trx.raw(
      `with people as (
          insert into users (tenant_id, email, username, first_name, last_name, role, password_hash)
            select ?, 'pupil' || n || '@many.example', 'pupil' || n, 'Ada', 'No ' || lpad((n / 5)::text, 4, '0'), 'student', ''
              from generate_series(1, ?::int) n returning id)
        insert into lms_enrollments (user_id, course_id, version, enrolled_at)
          select p.id, e.course_id, e.version, e.enrolled_at from people p cross join
            (select course_id, version, enrolled_at from lms_enrollments where course_id = ? limit 1) e`,
      [organization.id, added, courseId],
    )
  })
  const { body } = await by.get(`${getGradebookPath(courseId)}/csv`)
  const names = (body as string)
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[0])
  expect(names).toHaveLength(added + 1)
  expect(names.slice(1)).toEqual(
    Array.from({ length: added }, (_, n) => `Ada No ${String(Math.floor((n + 1) / 5)).padStart(4, '0')}`),
  )
  const workbook = await platform.app.inject({
    url: `${getGradebookPath(courseId)}/xlsx`,
    headers: { host: by.host, cookie: by.cookie },
  })
  const [, ...rows] = await readWorkbook(workbook.rawPayload, added + 2)
  expect(rows.map(([name]) => name)).toEqual(names)
})
