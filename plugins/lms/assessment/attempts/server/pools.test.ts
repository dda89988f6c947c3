import { expect } from 'vitest'
import { pluginTest } from '#core/testing/harness.ts'
import { lms } from '../../../plugin.ts'
import { beginAttempt } from '../../../testing/attempts.ts'
import { publishQuiz } from '../../../testing/quizzes.ts'

const test = pluginTest([lms])

test('pools that share questions draw each once, the same at each read, for the sum of their points', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id: bankId } = (await admin.post('/api/lms/question-banks', { name: 'Safety' })).body
  const add = (prompt: string, tags: string[]) => {
    const question = { id: crypto.randomUUID(), type: 'true_false', prompt, isTrue: true }
    return admin.post('/api/lms/questions', { bankId, question, tags })
  }
  await add('Batteries burn', ['fire', 'power'])
  await add('Wires glow', ['fire', 'power'])
  await add('Tools cut', ['power'])
  const pool = (tag: string, points: number, count: number) => ({
    id: crypto.randomUUID(),
    bankId,
    name: 'Safety',
    tag,
    count,
    points,
  })
  const details = { pools: [pool('fire', 2, 2), pool('power', 3, 2)], feedback: 'after_submission' }
  const { id, lessonId } = await publishQuiz(admin, details)
  const learner = await organization.signIn('student')
  await learner.post(`/api/tenant/courses/${id}/enroll`)
  const attempt = await beginAttempt(learner, lessonId)
  // Two questions are from the first pool; the second pool has one left that the first did not draw.
  expect(attempt.items.map(({ question }) => question.points).toSorted((a, b) => a - b)).toEqual([2, 2, 3])
  expect(new Set(attempt.items.map(({ question }) => question.prompt)).size).toBe(3)
  const path = `/api/tenant/attempts/${attempt.id}`
  expect((await learner.get(path)).body.open.items).toEqual(attempt.items)
  for (const { item } of attempt.items) {
    await learner.put(`${path}/answers/${item}`, { answer: { type: 'true_false', isTrue: true }, sequence: 1 })
  }
  expect((await learner.post(`${path}/finish`)).body).toMatchObject({ points: 7, maxPoints: 7, score: 100 })
})

test('an answer that names what was not shown is refused, and the earlier answer stays', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const options = ['Left', 'Right'].map((text, place) => ({ id: crypto.randomUUID(), text, isRight: place === 1 }))
  const question = { id: crypto.randomUUID(), type: 'single', prompt: 'Where to?', options }
  const { id, lessonId } = await publishQuiz(admin, { questions: [question] })
  const learner = await organization.signIn('student')
  await learner.post(`/api/tenant/courses/${id}/enroll`)
  const attempt = await beginAttempt(learner, lessonId)
  const shown = attempt.items[0]?.question
  if (shown?.type !== 'single') throw new Error('What was written is asked')
  const path = `/api/tenant/attempts/${attempt.id}`
  const say = (optionId: string | undefined, sequence: number) =>
    learner.put(`${path}/answers/1`, { answer: { type: 'single', optionId }, sequence })
  const chosen = shown.options[0]?.id
  expect((await say(chosen, 1)).status).toBe(200)
  const refused = await say(options[1]?.id, 2)
  expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['answer']])
  const { open } = (await learner.get(path)).body
  expect(open.items[0]).toMatchObject({ answer: { optionId: chosen }, sequence: 1 })
})
