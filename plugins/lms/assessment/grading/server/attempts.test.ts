import { expect } from 'vitest'
import { pluginTest } from '#core/testing/harness.ts'
import { lms } from '../../../plugin.ts'
import { beginAttempt } from '../../../testing/attempts.ts'
import { publishQuiz } from '../../../testing/quizzes.ts'
import { getFirstWork, workPath } from '../../../testing/calls-grading.ts'

const test = pluginTest([lms])

const essay = {
  id: crypto.randomUUID(),
  type: 'long_text',
  prompt: 'Why does it hold?',
  points: 6,
  guidance: 'Arches.',
}
const truth = { id: crypto.randomUUID(), type: 'true_false', prompt: 'Paper bends.', points: 4, isTrue: true }

test('answers that no rule can grade are graded by question, and the score of the attempt follows', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const by = await organization.signIn('tenant_admin')
  const { id: courseId, lessonId } = await publishQuiz(by, {
    questions: [essay, truth],
    passPercent: 70,
    shufflesQuestions: false,
  })
  const learner = await organization.signIn('student')
  await learner.post(`/api/tenant/courses/${courseId}/enroll`)
  const attempt = await beginAttempt(learner, lessonId)
  const save = (item: number, answer: object) =>
    learner.put(`/api/tenant/attempts/${attempt.id}/answers/${item}`, { answer, sequence: 1 })
  await save(1, { type: 'long_text', text: 'It is folded.' })
  await save(2, { type: 'true_false', isTrue: true })
  expect((await learner.post(`/api/tenant/attempts/${attempt.id}/finish`)).body.state).toBe('awaiting_grade')

  const work = await getFirstWork(by)
  expect(work).toMatchObject({
    kind: 'attempt',
    lesson: 'What do you know?',
    handIn: null,
    attempt: {
      otherPoints: 4,
      mostPoints: 10,
      items: [{ item: 1, prompt: 'Why does it hold?', guidance: 'Arches.', mostPoints: 6, text: 'It is folded.' }],
    },
  })
  const grade = (given: object, version: number) => by.put(`${workPath}/${work.id}`, { version, ...given })
  expect((await grade({ act: 'post' }, 1)).body.fields).toHaveProperty('items')
  expect((await grade({ items: [{ item: 1, points: 7 }], act: 'post' }, 1)).body.fields).toHaveProperty('items')
  expect((await grade({ items: [{ item: 2, points: 1 }], act: 'keep' }, 1)).body.fields).toHaveProperty('items')
  expect((await grade({ comment: 'Again', act: 'return' }, 1)).body.code).toBe('grading.attempt')
  const items = [{ item: 1, points: 3, comment: 'And the arch?' }]
  expect((await grade({ items, act: 'keep' }, 1)).body).toMatchObject({ grade: { score: 70, isPassed: true } })
  const overview = async () => (await learner.get(`/api/tenant/lessons/${lessonId}/attempts`)).body
  expect(await overview()).toMatchObject({ keptScore: null, isPassed: false })
  expect((await grade({ items, act: 'post' }, 2)).body).toMatchObject({ state: 'posted', score: 70 })
  expect(await overview()).toMatchObject({ keptScore: 70, isPassed: true })
  expect((await by.post(`${workPath}/${work.id}/hide`, { version: 3 })).body.code).toBe('grading.attempt')
  // Correcting the grade changes the score.
  expect((await grade({ items: [{ item: 1, points: 6 }], act: 'post' }, 3)).body).toMatchObject({ score: 100 })
  expect(await overview()).toMatchObject({ keptScore: 100 })
})
