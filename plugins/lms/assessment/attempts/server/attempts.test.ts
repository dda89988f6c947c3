import { expect } from 'vitest'
import { pluginTest, type Client } from '#core/testing/harness.ts'
import { newQuestions } from '../../../authoring/questions/testing/questions.ts'
import { lms } from '../../../plugin.ts'
import { publishQuiz } from '../../../testing/quizzes.ts'
import type { OpenAttempt, OpenItem } from '../contract.ts'

const test = pluginTest([lms])

const MINUTE_MS = 60_000

const begin = (client: Client, lessonId: string) => client.post(`/api/tenant/lessons/${lessonId}/attempts`)
const getOverview = async (client: Client, lessonId: string) =>
  (await client.get(`/api/tenant/lessons/${lessonId}/attempts`)).body
const save = (client: Client, attemptId: string, item: number, body: object) =>
  client.put(`/api/tenant/attempts/${attemptId}/answers/${item}`, { sequence: 1, ...body })
const finish = (client: Client, attemptId: string) => client.post(`/api/tenant/attempts/${attemptId}/finish`)

/** Finds the correct answer from the question as it is shown. */
function findRightAnswer({ question }: OpenItem): object | null {
  switch (question.type) {
    case 'single':
      return { type: 'single', optionId: question.options.find(({ text }) => text.startsWith('Switch'))?.id }
    case 'multiple':
      return {
        type: 'multiple',
        optionIds: question.options.filter(({ text }) => text.startsWith('Switch')).map(({ id }) => id),
      }
    case 'true_false':
      return { type: 'true_false', isTrue: true }
    case 'short_text':
      return { type: 'short_text', text: ' Secret  sensr' }
    case 'number':
      return { type: 'number', value: 100.5 }
    case 'matching': {
      const right: Record<string, string> = { Motor: 'moves', Lamp: 'shines' }
      const pairs = question.prompts.map(({ id, text }) => ({
        promptId: id,
        matchId: question.matches.find((match) => match.text === right[text])?.id,
      }))
      return { type: 'matching', pairs }
    }
    case 'ordering':
      return {
        type: 'ordering',
        itemIds: ['Plan', 'Build', 'Test'].map((text) => question.items.find((one) => one.text === text)?.id),
      }
    case 'fill_blanks':
      return {
        type: 'fill_blanks',
        blanks: question.blanks.map((blankId, place) => ({ blankId, text: ['secret engine', 'secret wheel'][place] })),
      }
    default:
      return null
  }
}

test('an attempt with every type of question begins once, is answered, submitted and graded', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const questions = newQuestions().filter(({ type }) => type !== 'long_text' && type !== 'file')
  const { id, lessonId } = await publishQuiz(admin, { questions, passPercent: 100 })
  const learner = await organization.signIn('student')
  expect((await begin(learner, lessonId)).status).toBe(403)
  await learner.post(`/api/tenant/courses/${id}/enroll`)
  const begun = await Promise.all([1, 2, 3, 4].map(() => begin(learner, lessonId)))
  expect(begun.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const attempt = begun[0]?.body as OpenAttempt
  expect(new Set(begun.map(({ body }) => body.id))).toEqual(new Set([attempt.id]))
  expect(begun[1]?.body.items).toEqual(attempt.items)
  expect(attempt.items).toHaveLength(questions.length)
  for (const item of attempt.items) {
    expect(await save(learner, attempt.id, item.item, { answer: findRightAnswer(item) })).toMatchObject({ status: 200 })
  }
  const { open } = (await learner.get(`/api/tenant/attempts/${attempt.id}`)).body
  expect(open.items.map(({ answer }: OpenItem) => answer)).toEqual(
    attempt.items.map((item) => {
      const answer = findRightAnswer(item)
      return answer && 'text' in answer ? { ...answer, text: String(answer.text).trim() } : answer
    }),
  )
  const both = await Promise.all([finish(learner, attempt.id), finish(learner, attempt.id)])
  for (const { body } of both) {
    expect(body).toMatchObject({ state: 'finished', points: 9, maxPoints: 9, score: 100, isPassed: true, items: [] })
  }
  expect(await getOverview(learner, lessonId)).toMatchObject({
    keptScore: 100,
    isPassed: true,
    attemptsLeft: 1,
    openId: null,
  })
  expect((await learner.get(`/api/tenant/courses/${id}`)).body).toMatchObject({ completionPercentage: 100 })
  const other = await organization.signIn('student')
  expect((await other.get(`/api/tenant/attempts/${attempt.id}`)).status).toBe(404)
  expect((await save(other, attempt.id, 1, { answer: null })).status).toBe(404)
})

test('the highest sequence counts, in whatever order answers arrive', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const [, , trueFalse] = newQuestions()
  const { id, lessonId } = await publishQuiz(admin, { questions: [trueFalse] })
  const learner = await organization.signIn('student')
  await learner.post(`/api/tenant/courses/${id}/enroll`)
  const { body: attempt } = await begin(learner, lessonId)
  const say = (isTrue: boolean | null, sequence: number) =>
    save(learner, attempt.id, 1, { answer: isTrue === null ? null : { type: 'true_false', isTrue }, sequence })
  await Promise.all([say(false, 3), say(true, 9), say(null, 7), say(false, 8)])
  await say(false, 2)
  const { body } = await learner.get(`/api/tenant/attempts/${attempt.id}`)
  expect(body.open.items[0]).toMatchObject({ answer: { type: 'true_false', isTrue: true }, sequence: 9 })
  expect((await save(learner, attempt.id, 1, { answer: { type: 'number', value: 1 } })).status).toBe(400)
  expect((await save(learner, attempt.id, 2, { answer: null })).status).toBe(404)
})

test('the server ends an attempt by its own clock, and accepts what was written in time', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const [, , trueFalse] = newQuestions()
  const details = { questions: [trueFalse], timeLimit: 10, attempts: 2, waitMinutes: 30, passPercent: 100 }
  const { id, lessonId } = await publishQuiz(admin, details)
  const learner = await organization.signIn('student')
  await learner.post(`/api/tenant/courses/${id}/enroll`)
  const { body: attempt } = await begin(learner, lessonId)
  const answer = { type: 'true_false', isTrue: true }
  platform.clock.forward(10 * MINUTE_MS + 5000)
  expect((await save(learner, attempt.id, 1, { answer })).status).toBe(409)
  expect((await save(learner, attempt.id, 1, { answer, secondsAgo: 3600 })).status).toBe(200)
  platform.clock.forward(15_000)
  expect((await save(learner, attempt.id, 1, { answer, sequence: 2, secondsAgo: 3600 })).status).toBe(409)
  const seen = await getOverview(learner, lessonId)
  expect(seen).toMatchObject({
    attempts: [{ state: 'finished', score: 100, finishedAt: attempt.endsAt }],
    attemptsLeft: 1,
    refusal: { type: 'wait-until' },
  })
  expect(await begin(learner, lessonId)).toMatchObject({ status: 409, body: { details: { type: 'wait-until' } } })
  platform.clock.forward(30 * MINUTE_MS)
  const { body: second } = await begin(learner, lessonId)
  expect(second.number).toBe(2)
  expect((await finish(learner, second.id)).body).toMatchObject({ score: 0, isPassed: false, isTold: true })
  expect(await begin(learner, lessonId)).toMatchObject({ status: 409, body: { details: { type: 'none-left' } } })
  expect(await getOverview(learner, lessonId)).toMatchObject({ keptScore: 100, isPassed: true })
})
