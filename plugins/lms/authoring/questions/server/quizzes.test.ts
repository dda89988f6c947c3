import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Client } from '#core/testing/harness.ts'
import { lms } from '../../../plugin.ts'
import { getKind, previewOf } from '../../lessons/kinds/contract.ts'
import { newQuestions } from '../testing/questions.ts'

const test = pluginTest([lms])

async function createQuizLesson(admin: Client, contentType: 'quiz' | 'assessment') {
  const { id: courseId } = (await admin.post('/api/lms/courses', { title: 'Robots' })).body
  const lesson = (await admin.post('/api/lms/lessons', { courseId, title: 'Check', contentType })).body
  const path = `/api/lms/lessons/${lesson.id}/content`
  return {
    courseId,
    put: (details: object) => admin.put(path, { details, contentType }),
    get: async () => (await admin.get(path)).body,
  }
}

test('a new quiz is for practice, a new assessment has a score that counts, and both list their missing parts', async ({
  platform,
}) => {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  const quiz = await createQuizLesson(admin, 'quiz')
  expect(await quiz.get()).toMatchObject({
    details: { attempts: null, feedback: 'at_once', passPercent: 80, questions: [], pools: [] },
    unfinished: ['There are no questions'],
  })
  const assessment = await createQuizLesson(admin, 'assessment')
  expect((await assessment.get()).details).toMatchObject({ attempts: 2, feedback: 'after_last_attempt' })
  expect(await assessment.put({ feedback: 'at_once' })).toMatchObject({
    status: 400,
    body: { fields: { 'details.feedback': 'Please select one' } },
  })
  const pointless = newQuestions().map((one) => ({ ...one, points: 0 }))
  expect((await quiz.put({ questions: pointless })).body.unfinished).toEqual([
    'No question gives points, so the pass mark cannot be reached',
  ])
  expect((await quiz.put({ questions: pointless, passPercent: 0 })).body.unfinished).toEqual([])
  expect((await quiz.put({ questions: [pointless[0], pointless[0]] })).body.fields).toEqual({
    'details.questions': 'Each question once',
  })
})

test('a quiz and an assessment reveal no correct answer to learners who read them', async ({ platform }) => {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  for (const type of ['quiz', 'assessment'] as const) {
    const lesson = await createQuizLesson(admin, type)
    const { status, body } = await lesson.put({ questions: newQuestions() })
    expect(status).toBe(200)
    const shown = getKind(type).shown(body.details)
    expect(shown).toMatchObject({ questionCount: 10, totalPoints: 11 })
    expect(JSON.stringify(shown)).not.toMatch(/secret|isRight|isTrue|accepted|guidance|explanation|tolerance/)
    // Questions come with an attempt; authors preview those of practice.
    expect(shown).toMatchObject({ questions: [] })
    expect(previewOf(type, body.details)).toMatchObject({ questions: { length: type === 'quiz' ? 10 : 0 } })
  }
})

test('a version stores the questions of its pools, and reports pools that draw too many', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id: bankId } = (await admin.post('/api/lms/question-banks', { name: 'Safety' })).body
  const add = async (prompt: string, tags: string[]) => {
    const question = { id: crypto.randomUUID(), type: 'true_false', prompt, isTrue: true }
    return (await admin.post('/api/lms/questions', { bankId, question, tags })).body.id
  }
  const kept = await add('Batteries burn', ['fire'])
  const gone = await add('Motors turn', ['motors'])
  const lesson = await createQuizLesson(admin, 'assessment')
  const pool = (change: object) => ({ id: crypto.randomUUID(), bankId, name: 'Safety', count: 2, points: 3, ...change })
  // An attempt would ask the same question twice.
  for (const pools of [
    [pool({}), pool({ tag: 'fire' })],
    [pool({ tag: 'fire' }), pool({ tag: 'fire' })],
  ]) {
    expect((await lesson.put({ pools })).body.fields).toEqual({
      'details.pools': expect.stringContaining('the same questions of “Safety”'),
    })
  }
  const { body } = await lesson.put({ pools: [pool({ tag: 'motors', count: 1 }), pool({ tag: 'fire' })] })
  expect(body.unfinished).toEqual(['The pool of “Safety” draws 2 questions, and has 1'])
  expect(JSON.stringify(body.details)).not.toContain('Batteries')
  await lesson.put({ pools: [pool({ tag: 'motors', count: 1 }), pool({ tag: 'fire', count: 1 })] })
  expect((await lesson.get()).unfinished).toEqual([])
  expect((await admin.put(`/api/lms/courses/${lesson.courseId}`, { status: 'published' })).status).toBe(200)
  await admin.delete(`/api/lms/questions/${gone}`)
  const published = await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx('lms_lesson_contents').select('details'),
  )
  expect(published).toMatchObject([
    { details: { pools: [{ questions: [{ id: gone }] }, { questions: [{ id: kept }] }] } },
  ])
  // The page where pools can be removed reports that a bank has grown too large.
  await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx('lms_questions')
      .where({ id: kept })
      .update({ question: trx.raw(`question || jsonb_build_object('explanation', repeat('x', 17000000))`) }),
  )
  const tooLarge = expect.stringContaining('draw from too many questions')
  expect((await lesson.get()).unfinished).toEqual([tooLarge])
  for (const call of [
    admin.get(`/api/lms/courses/${lesson.courseId}/publication`),
    admin.put(`/api/lms/courses/${lesson.courseId}`, { status: 'published' }),
  ]) {
    expect(await call).toMatchObject({ status: 409 })
  }
  // Another organization's bank counts as none.
  const stranger = await (await platform.organization()).signIn('tenant_admin')
  const stolen = await createQuizLesson(stranger, 'quiz')
  expect((await stolen.put({ pools: [pool({ count: 1 })] })).body.unfinished).toEqual([
    'The pool of “Safety” draws 1 question, and has 0',
  ])
})
