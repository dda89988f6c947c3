import { expect } from 'vitest'
import { pluginTest, type Client, type TestOrganization } from '#core/testing/harness.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { lms } from '../../../plugin.ts'
import { getFirstWork, submitWork, workPath } from '../../../testing/calls-grading.ts'
import { getHandInPath, publishSubmission } from '../../../testing/hand-ins.ts'

const test = pluginTest([lms])

const DAY_MS = 86_400_000

const newLevel = (title: string, points: number) => ({ id: crypto.randomUUID(), title, points })
const form = { id: crypto.randomUUID(), title: 'Form', levels: [newLevel('Excellent', 6), newLevel('Poor', 0)] }
const strength = { id: crypto.randomUUID(), title: 'Strength', levels: [newLevel('Strong', 4), newLevel('Weak', 1)] }
const rubric = { isScored: true, criteria: [form, strength] }
const marks = [
  { criterionId: form.id, levelId: form.levels[0]?.id, comment: 'A fine arch.' },
  { criterionId: strength.id, levelId: strength.levels[1]?.id },
]

const grade = (by: Client, { id, version }: { id: string; version: number }, given: object) =>
  by.put(`${workPath}/${id}`, { version, ...given })
const getOwnHandIn = async (learner: Client, lessonId: string) => (await learner.get(getHandInPath(lessonId))).body
const getProgress = async (learner: Client, courseId: string, lessonId: string) =>
  (await learner.get(`/api/tenant/courses/${courseId}/lessons/${lessonId}`)).body.progress

/** Creates a class whose learners have all submitted. */
async function createClass(organization: TestOrganization, size: number, details: object = {}) {
  const by = await organization.signIn('tenant_admin')
  const { id: courseId, lessonId } = await publishSubmission(by, { details })
  const learners: Client[] = []
  for (let index = 0; index < size; index += 1) {
    const learner = await organization.signIn('student')
    await learner.post(`/api/tenant/courses/${courseId}/enroll`)
    await learner.post(getHandInPath(lessonId), { text: `Bridge ${index}`, number: 1 })
    learners.push(learner)
  }
  return { by, courseId, lessonId, learners }
}

test('a learner sees a grade once it is posted; it completes the lesson, and can be hidden again', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const details = { doneWhen: 'passed', passPercent: 70, rubric }
  const { by, learner, courseId, lessonId } = await submitWork(organization, details)
  const instructor = await organization.signIn('instructor')
  const work = await getFirstWork(instructor)
  expect(work).toMatchObject({
    state: 'waiting',
    learner: 'Ada Lovelace',
    lesson: 'A bridge of paper',
    passPercent: 70,
    rubric,
    handIn: { text: 'A bridge', number: 1 },
    grade: null,
  })
  expect((await grade(instructor, work, { marks: marks.slice(1), act: 'post' })).body.fields).toHaveProperty('marks')
  const unknown = [{ criterionId: crypto.randomUUID(), levelId: null }]
  expect((await grade(instructor, work, { marks: unknown, act: 'keep' })).body.fields).toHaveProperty('marks')
  const kept = await grade(instructor, work, { marks, comment: 'Well done', act: 'keep' })
  expect(kept.body).toMatchObject({ state: 'graded', version: 2, grade: { did: 'kept', score: 70, isPassed: true } })
  expect(await getOwnHandIn(learner, lessonId)).toMatchObject({
    state: 'handed-in',
    isNew: false,
    latest: { feedback: null },
  })
  expect(await getProgress(learner, courseId, lessonId)).toMatchObject({ isCompleted: false, facts: { score: null } })

  const posted = await grade(by, kept.body, { marks, comment: 'Well done', act: 'post' })
  expect(posted.body).toMatchObject({ state: 'posted', score: 70, grade: { did: 'posted', mostPoints: 10 } })
  expect(await getOwnHandIn(learner, lessonId)).toMatchObject({
    state: 'graded',
    isNew: true,
    latest: { feedback: { outcome: 'graded', score: 70, points: 7, isPassed: true, comment: 'Well done', rubric } },
  })
  expect(await getProgress(learner, courseId, lessonId)).toMatchObject({ isCompleted: true, how: 'checked' })
  expect((await grade(by, posted.body, { marks, act: 'keep' })).status).toBe(409)

  const hidden = await by.post(`${workPath}/${work.id}/hide`, { version: posted.body.version })
  expect(hidden.body).toMatchObject({ state: 'graded', grade: { did: 'hidden', score: 70 } })
  expect(hidden.body.log.map(({ did }: { did: string }) => did)).toEqual(['hidden', 'posted', 'kept'])
  expect(await getOwnHandIn(learner, lessonId)).toMatchObject({ state: 'handed-in', latest: { feedback: null } })
  // A completion stays.
  expect(await getProgress(learner, courseId, lessonId)).toMatchObject({ isCompleted: true, facts: { score: null } })
})

test('when two graders grade at once, the second sees the marks of the first before anything is changed', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const { by } = await submitWork(organization, { rubric })
  const graders = [by, await organization.signIn('instructor')]
  const work = await getFirstWork(by)
  const answers = await Promise.all(graders.map((one) => grade(one, work, { marks, comment: 'Mine', act: 'post' })))
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.body).toMatchObject({
    code: 'grading.changed',
    message: 'Ada Lovelace has graded this in the meantime. Look at their marks first.',
    details: { version: 2, grade: { did: 'posted', score: 70, given: { comment: 'Mine', marks: [{}, {}] } } },
  })
  expect((await getFirstWork(by, '?state=everything')).log).toHaveLength(1)
  // Each grader sees the others while they have the work open.
  const there = (client: Client) => client.post(`${workPath}/${work.id}/presence`)
  expect((await there(by)).body).toMatchObject({ present: [], version: 2 })
  expect((await there(graders[1] as Client)).body.present).toEqual(['Ada Lovelace'])
  platform.clock.forward(61_000)
  expect((await there(graders[1] as Client)).body.present).toEqual([])
})

test('changing a rubric does not change grades that were given by it', async ({ platform }) => {
  const organization = await platform.organization()
  const { by, learner, courseId, lessonId } = await submitWork(organization, { rubric })
  const posted = await grade(by, await getFirstWork(by), { marks, act: 'post' })
  const other = { isScored: true, criteria: [{ ...form, levels: [newLevel('Perfect', 100), newLevel('Not', 0)] }] }
  const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Otherwise.' }] }] }
  await by.put(`/api/lms/lessons/${lessonId}/content`, { contentType: 'assignment', body, details: { rubric: other } })
  await by.put(`/api/lms/courses/${courseId}`, { status: 'published' })
  await learner.post(`/api/tenant/courses/${courseId}/move`)
  expect(await getFirstWork(by, '?state=done')).toMatchObject({ rubric, score: 70, grade: { rubric, score: 70 } })
  // A correction uses the rubric of the grade that it corrects.
  const better = [marks[0], { ...marks[1], levelId: strength.levels[0]?.id }]
  expect((await grade(by, posted.body, { marks: better, act: 'post' })).body).toMatchObject({
    score: 100,
    grade: { rubric },
  })
  expect((await getOwnHandIn(learner, lessonId)).latest.feedback).toMatchObject({ score: 100, rubric })
})

test('lateness is deducted when the work is graded, and resubmitted work awaits a grade again', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const by = await organization.signIn('tenant_admin')
  const details = { rubric, doneWhen: 'passed', dueAfterDays: 1, latePercent: 10, latePer: 'day' }
  const { id: courseId, lessonId } = await publishSubmission(by, { details })
  const learner = await organization.client().signIn((await organization.user('student')).email)
  await learner.post(`/api/tenant/courses/${courseId}/enroll`)
  platform.clock.forward(3.5 * DAY_MS)
  const again = await learner.signIn(learner.user?.email ?? '')
  await again.post(getHandInPath(lessonId), { text: 'Late', number: 1 })
  const grader = await organization.signIn('instructor')
  const work = await getFirstWork(grader, '?late=true')
  expect(work.lateSeconds).toBeGreaterThan(DAY_MS / 1000)
  const begun = Math.ceil(work.lateSeconds / (DAY_MS / 1000))
  expect((await grade(grader, work, { act: 'return' })).body.fields).toHaveProperty('comment')
  const returned = await grade(grader, work, { marks, comment: 'Strengthen the deck', act: 'return' })
  expect(returned.body).toMatchObject({ state: 'returned', grade: { deduction: 10 * begun, score: 70 - 10 * begun } })
  expect(await getOwnHandIn(again, lessonId)).toMatchObject({
    state: 'returned',
    refusal: null,
    latest: { feedback: { outcome: 'returned', comment: 'Strengthen the deck' } },
  })
  expect(await getProgress(again, courseId, lessonId)).toMatchObject({ isCompleted: false, facts: { score: null } })
  await again.post(getHandInPath(lessonId), { text: 'Stronger', number: 2 })
  const next = await getFirstWork(grader)
  expect(next).toMatchObject({ state: 'waiting', number: 2, grade: null, handIn: { text: 'Stronger' } })
  expect(next.log).toHaveLength(1)
  // A grade of the earlier version is not posted to the new one.
  expect((await grade(grader, returned.body, { marks, act: 'post' })).body).toMatchObject({
    code: 'grading.changed',
    details: { grade: null },
  })
})

test('an excused learner completes the lesson, without a score', async ({ platform }) => {
  const organization = await platform.organization()
  const { by, learner, courseId, lessonId } = await submitWork(organization, { rubric, doneWhen: 'passed' })
  const answer = await grade(by, await getFirstWork(by), { comment: 'You were ill', act: 'excuse' })
  expect(answer.body).toMatchObject({ state: 'excused', score: null })
  expect(await getProgress(learner, courseId, lessonId)).toMatchObject({ isCompleted: true, how: 'excused' })
  expect(await getOwnHandIn(learner, lessonId)).toMatchObject({
    state: 'excused',
    latest: { feedback: { outcome: 'excused' } },
  })
})

test('the queue shows work to grade, oldest first, to its graders alone', async ({ platform }) => {
  const organization = await platform.organization()
  const { by, courseId, lessonId, learners } = await createClass(organization, 3)
  const instructor = await organization.signIn('instructor')
  const colleague = await organization.signIn('instructor')
  for (const one of [instructor, by]) {
    await one.post(`/api/tenant/courses/${courseId}/enroll`)
    await one.post(getHandInPath(lessonId), { text: 'Staff', number: 1 })
  }
  const queue = async (client: Client, query = '') => client.get(`${workPath}?${query}`)
  expect((await queue(by)).body).toHaveLength(4)
  expect((await queue(instructor)).body).toHaveLength(3)
  expect((await queue(learners[0] as Client)).status).toBe(403)
  expect((await queue(await (await platform.organization()).signIn('tenant_admin'))).body).toEqual([])
  const first = await queue(instructor, 'limit=2')
  expect(first.headers.link).toContain('cursor=')
  const [, path = ''] = /<([^>]+)>/.exec(String(first.headers.link)) ?? []
  const rest = (await instructor.get(path)).body
  const all = [...first.body, ...rest]
  expect(all.map(({ id }) => id)).toEqual((await queue(instructor)).body.map(({ id }: { id: string }) => id))
  const work = all[0]
  // The caller's own work, a colleague's and work that does not exist are not found by their address either.
  const staff = (await queue(by, 'search=lovelace')).body.find(
    ({ learner, id }: { learner: string; id: string }) => learner && !all.some((one) => one.id === id),
  )
  for (const client of [instructor, colleague, learners[0] as Client]) {
    expect([403, 404]).toContain((await client.get(`${workPath}/${staff.id}`)).status)
    expect([403, 404]).toContain(
      (await grade(client, { ...staff, version: 1 }, { isPassed: true, act: 'post' })).status,
    )
  }
  await grade(instructor, { ...work, version: 1 }, { isPassed: true, act: 'post' })
  await grade(instructor, { ...rest[0], version: 1 }, { isPassed: true, act: 'keep' })
  expect((await instructor.get('/api/tenant/grading/lessons')).body).toEqual([
    { courseId, course: 'Bridges', lessonId, lesson: 'A bridge of paper', waiting: 1, graded: 1, done: 1 },
  ])
  expect((await queue(instructor, 'state=graded')).body).toMatchObject([{ id: rest[0].id }])
  expect((await queue(instructor, `lessonId=${crypto.randomUUID()}`)).body).toEqual([])
  // With names hidden the list has none, and search finds no learner by name.
  const unnamed = (await queue(instructor, 'anonymous=true&search=nobody')).body
  expect(unnamed.map(({ learner }: { learner: string }) => learner)).toEqual(['', ''])
  const opened = (await instructor.get(`${workPath}/${work.id}?anonymous=true`)).body
  expect(opened).toMatchObject({ learner: '', learners: [], handIn: { by: '' }, versions: [{ by: '' }] })
})

test('drafts of a lesson are posted together, once, without incomplete ones', async ({ platform }) => {
  const organization = await platform.organization()
  const { by, lessonId, learners } = await createClass(organization, 3, { rubric })
  const found = (await by.get(workPath)).body as { id: string }[]
  for (const [index, { id }] of found.entries()) {
    await grade(by, { id, version: 1 }, { marks: index === 2 ? marks.slice(1) : marks, act: 'keep' })
  }
  const post = () => by.post(`/api/tenant/grading/lessons/${lessonId}/post`)
  const answers = await Promise.all([post(), post()])
  expect(answers.reduce((sum, { body }) => sum + body.posted, 0)).toBe(2)
  expect(answers.map(({ body }) => [body.left, body.incomplete])).toContainEqual([0, 1])
  expect((await post()).body).toEqual({ posted: 0, left: 0, incomplete: 1 })
  const states = await Promise.all(learners.map(async (one) => (await getOwnHandIn(one, lessonId)).state))
  expect(states).toEqual(['graded', 'graded', 'handed-in'])
})

test('a hundred incomplete drafts before complete ones do not block these', async ({ platform }) => {
  const organization = await platform.organization()
  const { by, lessonId, learners } = await createClass(organization, 3, { rubric })
  const found = (await by.get(workPath)).body as { id: string }[]
  for (const [index, { id }] of found.entries()) {
    await grade(by, { id, version: 1 }, { marks: index === 0 ? marks.slice(1) : marks, act: 'keep' })
  }
  const columns = `kind, course_id, lesson_id, enrollment_id, user_id, team_ids, cycle, number, course, lesson, late_seconds,
    state, grader_id, version`
  await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx.raw(
      `insert into lms_work (${columns}, subject_id, handed_in_at)
        select ${columns}, new_id(), handed_in_at - interval '1 day' from lms_work, generate_series(1, 99) where id = ?`,
      [found[0]?.id ?? ''],
    ),
  )
  const post = async () => (await by.post(`/api/tenant/grading/lessons/${lessonId}/post`)).body
  expect(await post()).toEqual({ posted: 2, left: 0, incomplete: 100 })
  expect(await post()).toEqual({ posted: 0, left: 0, incomplete: 100 })
  const states = await Promise.all(learners.map(async (one) => (await getOwnHandIn(one, lessonId)).state))
  expect(states).toEqual(['handed-in', 'graded', 'graded'])
})

test('saved comments of a grader are theirs alone', async ({ platform }) => {
  const organization = await platform.organization()
  const [one, other] = [await organization.signIn('instructor'), await organization.signIn('instructor')]
  const comments = '/api/tenant/grading/comments'
  const { body } = await one.post(comments, { text: 'Show how you came to it.' })
  expect((await one.post(comments, { text: '  ' })).body.fields).toHaveProperty('text')
  expect((await one.get(comments)).body).toEqual([{ id: body.id, text: 'Show how you came to it.' }])
  expect((await other.get(comments)).body).toEqual([])
  expect((await other.delete(`${comments}/${body.id}`)).status).toBe(404)
  expect((await one.delete(`${comments}/${body.id}`)).status).toBe(204)
})
