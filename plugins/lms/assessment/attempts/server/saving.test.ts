import { expect } from 'vitest'
import { pluginTest } from '#core/testing/harness.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { lms } from '../../../plugin.ts'
import { takeQuiz } from '../../../testing/answered.ts'
import { beginAttempt } from '../../../testing/attempts.ts'
import { publishQuiz } from '../../../testing/quizzes.ts'

const test = pluginTest([lms])

const newTrueFalse = (prompt: string) => ({ id: crypto.randomUUID(), type: 'true_false', prompt, isTrue: true })
const choice = {
  id: crypto.randomUUID(),
  type: 'single',
  prompt: 'Which?',
  options: [
    { id: crypto.randomUUID(), text: 'This', isRight: true },
    { id: crypto.randomUUID(), text: 'That' },
  ],
}

test('a browser that sends an older answer gets the one that counts, with the ids that it was shown', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id, lessonId } = await publishQuiz(admin, { questions: [choice] })
  const learner = await organization.signIn('student')
  await learner.post(`/api/tenant/courses/${id}/enroll`)
  const attempt = await beginAttempt(learner, lessonId)
  const { question } = attempt.items[0] ?? {}
  const [one, other] = question?.type === 'single' ? question.options : []
  const save = (optionId: string | undefined, sequence: number) =>
    learner.put(`/api/tenant/attempts/${attempt.id}/answers/1`, { answer: { type: 'single', optionId }, sequence })
  const first = await save(one?.id, 20)
  expect(first.body.kept).toBeNull()
  const late = await save(other?.id, 10)
  expect(late).toMatchObject({
    status: 200,
    body: {
      savedAt: first.body.savedAt,
      kept: { answer: { type: 'single', optionId: one?.id }, files: [], sequence: 20 },
    },
  })
  // Sent twice, as a browser does that has received no response.
  expect((await save(one?.id, 20)).body.kept).toBeNull()
  expect((await save(other?.id, 21)).body.kept).toBeNull()
  expect((await save(other?.id, 0)).status).toBe(400)
})

test('where there is no going back, answering a later question closes the ones before it', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const questions = ['First', 'Second', 'Third'].map(newTrueFalse)
  const rules = { shufflesQuestions: false, isOnePerPage: true }
  for (const canGoBack of [false, true]) {
    const { id, lessonId } = await publishQuiz(admin, { questions, ...rules, canGoBack })
    const learner = await organization.signIn('student')
    await learner.post(`/api/tenant/courses/${id}/enroll`)
    const { id: attemptId } = await beginAttempt(learner, lessonId)
    const save = (item: number, sequence: number) =>
      learner.put(`/api/tenant/attempts/${attemptId}/answers/${item}`, {
        answer: { type: 'true_false', isTrue: true },
        sequence,
      })
    // Saves without a request to open the question.
    expect((await save(2, 1)).status).toBe(200)
    const passed = canGoBack ? { status: 200 } : { status: 409, body: { code: 'attempt.passed' } }
    expect(await save(1, 2)).toMatchObject(passed)
    expect((await save(2, 3)).status).toBe(200)
    const { open } = (await learner.get(`/api/tenant/attempts/${attemptId}`)).body
    expect(open.place).toBe(canGoBack ? 1 : 2)
    // Opening a later question closes the earlier ones too.
    await learner.put(`/api/tenant/attempts/${attemptId}/place`, { item: 3 })
    expect(await save(2, 4)).toMatchObject(passed)
  }
})

test('where there is no going back, no question is readable before it is reached', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const questions = ['First', 'Second', 'Third'].map(newTrueFalse)
  const rules = { shufflesQuestions: false, isOnePerPage: true, canGoBack: false, feedback: 'never' }
  const { id, lessonId } = await publishQuiz(admin, { questions, ...rules })
  const learner = await organization.signIn('student')
  await learner.post(`/api/tenant/courses/${id}/enroll`)
  const attempt = await beginAttempt(learner, lessonId)
  expect(attempt).toMatchObject({ questions: 3, place: 1, items: [{ item: 1, question: { prompt: 'First' } }] })
  const path = `/api/tenant/attempts/${attempt.id}`
  const answer = { type: 'true_false', isTrue: true }
  const heard = [
    attempt,
    (await learner.put(`${path}/answers/1`, { answer, sequence: 1 })).body,
    (await learner.get(path)).body,
    (await learner.post(`/api/tenant/lessons/${lessonId}/attempts`)).body,
    (await learner.get(`/api/tenant/lessons/${lessonId}/attempts`)).body,
    (await learner.get(`/api/tenant/courses/${id}/lessons/${lessonId}`)).body,
  ]
  expect(JSON.stringify(heard)).not.toMatch(/"(Second|Third)"/)
  const { body: second } = await learner.put(`${path}/place`, { item: 2 })
  expect(second).toMatchObject({ place: 2, items: [{ item: 2, question: { prompt: 'Second' }, answer: null }] })
  expect(second.items).toHaveLength(1)
  const { open } = (await learner.get(path)).body
  expect(open).toMatchObject({ questions: 3, place: 2, items: [{ item: 1, answer }, { item: 2 }] })
  expect(JSON.stringify(open)).not.toContain('Third')
  await learner.put(`${path}/place`, { item: 3 })
  // An older tab moves to the attempt's current question.
  const { body: behind } = await learner.put(`${path}/place`, { item: 2 })
  expect(behind).toMatchObject({ place: 3, items: [{ item: 2 }, { item: 3, question: { prompt: 'Third' } }] })
})

test('all attempts count, however many are listed', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const quiz = { questions: [newTrueFalse('Only')], feedback: 'never' }
  const { id, lessonId } = await publishQuiz(admin, quiz, { contentType: 'quiz' })
  const learner = await organization.signIn('student')
  await learner.post(`/api/tenant/courses/${id}/enroll`)
  await takeQuiz(learner, lessonId, { Only: 'true' })
  const columns = `tenant_id, enrollment_id, user_id, course_id, lesson_id, cycle, edition, started_at, max_points`
  await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx.raw(`insert into lms_quiz_attempts (${columns}, number, state, finished_at, points, score)
      select ${columns}, n, 'finished', started_at, 0, 0 from lms_quiz_attempts, generate_series(2, 110) n`),
  )
  await takeQuiz(learner, lessonId, { Only: 'false' })
  const { body } = await learner.get(`/api/tenant/lessons/${lessonId}/attempts`)
  expect(body).toMatchObject({ keptScore: 100, isPassed: true })
  expect(body.attempts).toHaveLength(100)
  expect(body.attempts[0]).toMatchObject({ number: 111, score: 0 })
})

test('a learner who takes a course again has new attempts, and the one in progress counts for the earlier cycle', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const quiz = { questions: [newTrueFalse('Only')], attempts: 1, feedback: 'after_submission' }
  const { id, lessonId } = await publishQuiz(admin, quiz)
  const learner = await organization.signIn('student')
  await learner.post(`/api/tenant/courses/${id}/enroll`)
  const { id: open } = await beginAttempt(learner, lessonId)
  await learner.put(`/api/tenant/attempts/${open}/answers/1`, {
    answer: { type: 'true_false', isTrue: true },
    sequence: 1,
  })
  await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx('lmsEnrollments').where({ userId: learner.user?.id }).update({ cycle: 2 }),
  )
  const overview = async () => (await learner.get(`/api/tenant/lessons/${lessonId}/attempts`)).body
  expect(await overview()).toMatchObject({ attempts: [], keptScore: null, attemptsLeft: 1 })
  const anew = await beginAttempt(learner, lessonId)
  expect(anew).toMatchObject({ number: 1, items: [{ answer: null }] })
  expect(anew.id).not.toBe(open)
  expect((await learner.get(`/api/tenant/attempts/${open}`)).body.review).toMatchObject({
    state: 'finished',
    score: 100,
  })
  await learner.post(`/api/tenant/attempts/${anew.id}/finish`)
  expect(await overview()).toMatchObject({ attempts: [{ number: 1, score: 0 }], keptScore: 0, attemptsLeft: 0 })
  const scores = await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx('lmsLessonProgress').where({ lessonId }).orderBy('cycle').select('cycle', 'score'),
  )
  expect(scores).toEqual([
    { cycle: 1, score: 100 },
    { cycle: 2, score: 0 },
  ])
})
