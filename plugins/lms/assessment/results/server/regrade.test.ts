import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Client } from '#core/testing/harness.ts'
import { gradeItems } from '../../attempts/server/grade-items.ts'
import { lms } from '../../../plugin.ts'
import { correctQuestions, takeQuiz, newTwoQuestions } from '../../../testing/answered.ts'
import { publishQuiz } from '../../../testing/quizzes.ts'

const test = pluginTest([lms], { work: true })

const WRONG_ANSWERS = { 'What falls?': 'A cloud', 'Paper burns.': 'true' }
const RIGHT_ANSWERS = { 'What falls?': 'A stone', 'Paper burns.': 'true' }

test('attempts are regraded once, by the chosen rule and as previewed', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const questions = newTwoQuestions()
  const details = { questions, passPercent: 80, attempts: 3 }
  const { id, lessonId } = await publishQuiz(admin, details)
  const path = `/api/tenant/courses/${id}/lessons/${lessonId}/results`
  const [ada, bo, cy] = await Promise.all([0, 1, 2].map(() => organization.signIn('student')))
  if (!ada || !bo || !cy) throw new Error('All three sign in')
  for (const one of [ada, bo, cy]) await one.post(`/api/tenant/courses/${id}/enroll`)
  await takeQuiz(ada, lessonId, WRONG_ANSWERS)
  await takeQuiz(bo, lessonId, RIGHT_ANSWERS)
  await takeQuiz(cy, lessonId, { 'Paper burns.': 'true' })
  expect((await admin.get(`${path}/corrections`)).body).toEqual({ questions: [], last: null, failing: [] })
  const rule = (name: string) => ({ rules: [{ questionId: questions[0]?.id, rule: name }] })
  expect((await admin.post(`${path}/corrections/preview`, rule('new'))).body.fields).toHaveProperty('rules')

  const content = { contentType: 'assessment', details: { ...details, questions: correctQuestions(questions) } }
  expect((await admin.put(`/api/lms/lessons/${lessonId}/content`, content)).status).toBe(200)
  await admin.put(`/api/lms/courses/${id}`, { status: 'published' })
  expect((await admin.get(`${path}/corrections`)).body.questions).toEqual([
    { questionId: questions[0]?.id, prompt: 'What falls?', attempts: 3 },
  ])
  const preview = async (name: string) => (await admin.post(`${path}/corrections/preview`, rule(name))).body
  expect(await preview('new')).toMatchObject({
    attempts: 3,
    moved: 2,
    up: 1,
    down: 1,
    meanChange: 0,
    nowPass: 1,
    noLongerPass: 1,
    passing: [{ userId: ada.user?.id, before: 50, after: 100 }],
    failing: [{ userId: bo.user?.id, before: 100, after: 50 }],
  })
  expect(await preview('both')).toMatchObject({ moved: 1, up: 1, down: 0, nowPass: 1, noLongerPass: 0 })
  expect(await preview('full')).toMatchObject({ moved: 2, up: 2, meanChange: 50, nowPass: 2, noLongerPass: 0 })

  const scores = async () => {
    const read = async (learner: Client) => {
      const { learner: result, attempts } = (await admin.get(`${path}/${learner.user?.id}`)).body
      return [result.keptScore, attempts[0].scoreBeforeRegrade, result.standing]
    }
    return Promise.all([ada, bo, cy].map(read))
  }
  const regrade = async (name: string) => {
    const started = await Promise.all([0, 1].map(() => admin.post(`${path}/corrections/regrade`, rule(name))))
    // The second request may arrive when the first run is done already.
    expect(started.map(({ status }) => status)).toContain(200)
    await expect
      .poll(async () => (await admin.get(`${path}/corrections`)).body.last.state, { timeout: 80_000 })
      .toBe('done')
  }
  await regrade('new')
  expect((await admin.get(`${path}/corrections`)).body).toMatchObject({
    last: { state: 'done', attempts: 3 },
    failing: [{ userId: bo.user?.id, before: 100, after: 50, hasCertificate: true }],
  })
  // A pass stays a pass.
  expect(await scores()).toEqual([
    [100, 50, 'passed'],
    [50, 100, 'passed'],
    [50, null, 'not-passed'],
  ])
  // A second regrade: the score before the first one stays known, and learners without an answer get the points too.
  await regrade('full')
  expect(await scores()).toEqual([
    [100, 50, 'passed'],
    [100, 100, 'passed'],
    [100, 50, 'passed'],
  ])
  expect((await admin.get(`${path}/corrections`)).body.failing).toEqual([])
  // Grading by hand does not restore points that the wrong key gave.
  for (const learner of [ada, bo, cy]) {
    const { attempts } = (await admin.get(`${path}/${learner.user?.id}`)).body
    const graded = await platform.core.db.tenant(organization.id, systemActor, (scope) =>
      gradeItems(scope, attempts[0].id, [], admin.user?.id ?? ''),
    )
    expect(graded).toMatchObject({ state: 'finished', score: 100 })
  }
  const teacher = await organization.signIn('instructor')
  expect((await teacher.get(`${path}/corrections`)).status).toBe(403)
})
