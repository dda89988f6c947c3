import { expect } from 'vitest'
import { pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { lms } from '../../../plugin.ts'
import { takeQuiz, newTwoQuestions } from '../../../testing/answered.ts'
import { beginAttempt } from '../../../testing/attempts.ts'
import { publishQuiz } from '../../../testing/quizzes.ts'

const test = pluginTest([lms])

const MINUTE_MS = 60_000
const RIGHT_ANSWERS = { 'What falls?': 'A stone', 'Paper burns.': 'true' }
const HALF_RIGHT_ANSWERS = { 'What falls?': 'A cloud', 'Paper burns.': 'true' }

/** Creates an organization with a quiz of two questions, which all but the teacher take. */
async function createSchool(platform: TestPlatform, details: object = {}) {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id, lessonId } = await publishQuiz(admin, {
    questions: newTwoQuestions(),
    passPercent: 80,
    attempts: 2,
    ...details,
  })
  const people = {
    admin,
    teacher: await organization.signIn('instructor'),
    colleague: await organization.signIn('instructor'),
    ada: await organization.signIn('student'),
    bo: await organization.signIn('student'),
  }
  const { teacher: _, ...learners } = people
  for (const one of Object.values(learners)) await one.post(`/api/tenant/courses/${id}/enroll`)
  const path = `/api/tenant/courses/${id}/lessons/${lessonId}/results`
  return { organization, ...people, id, lessonId, path, idOf: ({ user }: Client) => user?.id ?? '' }
}

test('admins see the quiz results of all but themselves, instructors those of their learners', async ({ platform }) => {
  const { admin, teacher, colleague, ada, bo, lessonId, path, idOf } = await createSchool(platform)
  const first = await takeQuiz(ada, lessonId, HALF_RIGHT_ANSWERS)
  await takeQuiz(ada, lessonId, RIGHT_ANSWERS)
  await beginAttempt(bo, lessonId)
  const ofColleague = await takeQuiz(colleague, lessonId, HALF_RIGHT_ANSWERS)
  // The last attempt, so that its answers are shown.
  await takeQuiz(admin, lessonId, RIGHT_ANSWERS)
  await takeQuiz(admin, lessonId, RIGHT_ANSWERS)

  const standings = async (by: Client, query = '') =>
    Object.fromEntries(
      ((await by.get(path + query)).body as { userId: string; standing: string }[]).map(({ userId, standing }) => [
        userId,
        standing,
      ]),
    )
  const students = { [idOf(ada)]: 'passed', [idOf(bo)]: 'in-progress' }
  expect(await standings(teacher)).toEqual(students)
  expect(await standings(admin)).toEqual({ ...students, [idOf(colleague)]: 'not-passed' })
  expect(await standings(admin, '?standing=passed')).toEqual({ [idOf(ada)]: 'passed' })
  expect((await ada.get(path)).status).toBe(403)
  expect((await teacher.get('/api/tenant/quiz-results')).body).toMatchObject([
    { lessonId, course: 'At stake', lesson: 'What do you know?', learners: 2, attempts: 3, open: 1, waiting: 0 },
  ])

  const { learner, attempts } = (await teacher.get(`${path}/${idOf(ada)}`)).body
  expect(learner).toMatchObject({ standing: 'passed', keptScore: 100 })
  expect(attempts).toMatchObject([
    { number: 2, score: 100 },
    { number: 1, score: 50, points: 1, maxPoints: 2, state: 'finished' },
  ])
  const seen = (await teacher.get(`/api/tenant/attempt-results/${first}`)).body
  expect(seen).toMatchObject({ number: 1, score: 50, lesson: 'What do you know?', userId: idOf(ada) })
  expect(seen.items.map(({ verdict }: { verdict: { isRight: boolean } }) => verdict.isRight).toSorted()).toEqual([
    false,
    true,
  ])
  for (const address of [`${path}/${idOf(colleague)}`, `/api/tenant/attempt-results/${ofColleague}`]) {
    expect((await teacher.get(address)).status).toBe(404)
    expect((await colleague.get(address)).status).toBe(404)
    expect((await admin.get(address)).status).toBe(200)
  }
  const csv = (await teacher.get(`${path}/export`)).body as string
  expect(csv.split('\r\n').filter((line) => line.includes('Submitted')).length).toBeGreaterThan(0)
  expect(csv.match(/@/g)).toHaveLength(3)

  const statistics = (await admin.get(`${path}/statistics`)).body
  expect(statistics).toMatchObject([
    {
      prompt: 'What falls?',
      answers: 3,
      choices: [
        { text: 'A stone', isRight: true, count: 1 },
        { text: 'A cloud', isRight: false, count: 2 },
      ],
    },
    { prompt: 'Paper burns.', answers: 3, difficulty: 1, discrimination: null, choices: [{ count: 3 }, { count: 0 }] },
  ])
  expect(statistics[0].difficulty).toBeCloseTo(1 / 3)
})

test('extra time and attempts apply to attempts in progress, and never reduce time', async ({ platform }) => {
  const { admin, teacher, ada, bo, lessonId, path, idOf } = await createSchool(platform, { timeLimit: 10, attempts: 1 })
  const ends = async (learner: Client) => Date.parse((await beginAttempt(learner, lessonId)).endsAt ?? '')
  const [adas, bos] = [await ends(ada), await ends(bo)]
  const allow = (by: Client, learner: Client, given: object) =>
    by.put(`${path}/${idOf(learner)}/allowance`, { extraMinutes: 0, extraAttempts: 0, reason: 'Fire drill', ...given })
  expect((await allow(teacher, ada, { reason: ' ' })).body.fields).toEqual({ reason: 'Say why' })
  expect((await allow(teacher, ada, { extraMinutes: 10_081 })).status).toBe(400)
  expect((await allow(teacher, admin, { extraMinutes: 5 })).status).toBe(404)
  // Two concurrent allowances: one of them stays, and no learner has less time than before.
  await Promise.all([allow(teacher, ada, { extraMinutes: 5 }), allow(admin, ada, { extraMinutes: 5 })])
  expect((await ends(ada)) - adas).toBe(5 * MINUTE_MS)
  const given = await allow(teacher, ada, { extraMinutes: 2, extraAttempts: 1 })
  expect(given.body).toMatchObject({
    allowance: { extraMinutes: 2, extraAttempts: 1, reason: 'Fire drill' },
    minutes: 12,
  })
  expect((await ends(ada)) - adas).toBe(5 * MINUTE_MS)
  expect((await ada.get(`/api/tenant/lessons/${lessonId}/attempts`)).body).toMatchObject({
    attemptsLeft: 1,
    minutes: 12,
  })

  const accommodate = (learner: Client, accommodation: object) =>
    admin.put(`/api/tenant/accommodations/${idOf(learner)}`, {
      timeFactor: 1,
      breakMinutes: 0,
      isUnshuffled: false,
      isLarger: false,
      ...accommodation,
    })
  expect((await teacher.get('/api/tenant/accommodations')).status).toBe(403)
  expect((await accommodate(bo, { timeFactor: 3 })).status).toBe(400)
  expect((await accommodate(bo, { timeFactor: 1.5, breakMinutes: 5, isLarger: true })).status).toBe(200)
  expect((await ends(bo)) - bos).toBe(10 * MINUTE_MS)
  expect((await admin.get('/api/tenant/accommodations?granted=true')).body).toMatchObject([
    { userId: idOf(bo), accommodation: { timeFactor: 1.5, breakMinutes: 5, isLarger: true, isUnshuffled: false } },
  ])
  await accommodate(bo, { timeFactor: null })
  expect((await beginAttempt(bo, lessonId)).endsAt).toBeNull()
  expect((await admin.delete(`/api/tenant/accommodations/${idOf(bo)}`)).status).toBe(204)
  expect((await admin.get('/api/tenant/accommodations?granted=true')).body).toEqual([])
})

test('an attempt can be reopened or discarded, and the score follows; a pass stays a pass', async ({ platform }) => {
  const { teacher, ada, bo, lessonId, path, idOf } = await createSchool(platform, { timeLimit: 10 })
  const first = await takeQuiz(ada, lessonId, HALF_RIGHT_ANSWERS)
  const act = (id: string, what: 'reopen' | 'discard') => teacher.post(`/api/tenant/attempt-results/${id}/${what}`)
  const kept = async (learner: Client) => (await teacher.get(`${path}/${idOf(learner)}`)).body.learner
  expect(await kept(ada)).toMatchObject({ keptScore: 50, standing: 'not-passed' })
  const opened = await Promise.all([act(first, 'reopen'), act(first, 'reopen')])
  expect(opened.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  expect(await kept(ada)).toMatchObject({ keptScore: null, standing: 'in-progress' })
  // The answers are there, and the attempt goes on for a quarter of an hour.
  const again = await beginAttempt(ada, lessonId)
  expect(again).toMatchObject({ id: first, state: 'in_progress' })
  expect(Date.parse(again.endsAt ?? '') - Date.parse(again.serverNow)).toBeGreaterThan(14 * MINUTE_MS)
  expect(again.items.every(({ answer }) => answer !== null)).toBe(true)
  await ada.post(`/api/tenant/attempts/${first}/finish`)
  expect(await kept(ada)).toMatchObject({ keptScore: 50 })

  const passed = await takeQuiz(bo, lessonId, RIGHT_ANSWERS)
  expect((await act(passed, 'discard')).body).toMatchObject({ state: 'discarded', score: null })
  expect((await act(passed, 'discard')).status).toBe(200)
  expect(await kept(bo)).toMatchObject({ keptScore: null, standing: 'passed' })
})

test('an instructor who has yet to take a quiz finds its correct answers nowhere', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const details = { questions: newTwoQuestions(), attempts: 2, feedback: 'never' }
  const { id, lessonId } = await publishQuiz(admin, details, { audience: 'instructors' })
  const [learner, colleague] = [await organization.signIn('instructor'), await organization.signIn('instructor')]
  for (const one of [learner, colleague]) await one.post(`/api/tenant/courses/${id}/enroll`)
  const attempt = await takeQuiz(colleague, lessonId, RIGHT_ANSWERS)
  const own = await beginAttempt(learner, lessonId)
  const path = `/api/tenant/courses/${id}/lessons/${lessonId}/results`
  expect((await learner.get(`${path}/statistics`)).body.code).toBe('assessment.answers-hidden')
  const outsider = await organization.signIn('instructor')
  expect((await outsider.get(`${path}/statistics`)).body).toEqual([])
  expect((await admin.get(`${path}/statistics`)).body).toMatchObject([{ answers: 1 }, { answers: 1 }])
  expect((await learner.get(path)).body).toEqual([])
  for (const seen of [attempt, own.id]) {
    expect((await learner.get(`/api/tenant/attempt-results/${seen}`)).status).toBe(404)
  }
  expect((await learner.get(`${path}/corrections`)).status).toBe(403)
  expect((await learner.get(`/api/lms/lessons/${lessonId}/content`)).status).toBe(403)
})
