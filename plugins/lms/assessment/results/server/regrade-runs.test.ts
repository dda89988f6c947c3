import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { lms } from '../../../plugin.ts'
import { correctQuestions, takeQuiz, newTwoQuestions } from '../../../testing/answered.ts'
import { beginAttempt } from '../../../testing/attempts.ts'
import { publishQuiz } from '../../../testing/quizzes.ts'
import { regrading } from './regrade-job.ts'

const test = pluginTest([lms])

const MINUTE_MS = 60_000

const WRONG_ANSWERS = { 'What falls?': 'A cloud', 'Paper burns.': 'true' }

/** Publishes a quiz that a learner has taken before one of its questions was corrected. */
async function publishCorrectedQuiz(platform: TestPlatform, organization: TestOrganization) {
  const admin = await organization.signIn('tenant_admin')
  const questions = newTwoQuestions()
  const details = { questions, passPercent: 80, attempts: 3, feedback: 'after_submission' }
  const { id, lessonId } = await publishQuiz(admin, details)
  const learner = await organization.signIn('student')
  await learner.post(`/api/tenant/courses/${id}/enroll`)
  const attempt = await takeQuiz(learner, lessonId, WRONG_ANSWERS)
  const content = { contentType: 'assessment', details: { ...details, questions: correctQuestions(questions) } }
  await admin.put(`/api/lms/lessons/${lessonId}/content`, content)
  await admin.put(`/api/lms/courses/${id}`, { status: 'published' })
  const path = `/api/tenant/courses/${id}/lessons/${lessonId}/results`
  const rules = [{ questionId: questions[0]?.id, rule: 'new' }]
  const start = async () => (await admin.post(`${path}/corrections/regrade`, { rules })).body
  const work = (regradeId: string) => regrading.perform(platform.core, null, { tenantId: organization.id, regradeId })
  const last = async () => (await admin.get(`${path}/corrections`)).body.last
  return { admin, learner, lessonId, attempt, path, start, work, last }
}

test('a regraded attempt keeps its regrade when it is reopened, and one in progress gets it', async ({ platform }) => {
  const organization = await platform.organization()
  const { admin, learner, lessonId, attempt, path, start, work } = await publishCorrectedQuiz(platform, organization)
  const underWay = await beginAttempt(learner, lessonId)
  await work((await start()).id)
  const { item, question } = underWay.items.find(({ question: { type } }) => type === 'single') ?? {}
  const options = question?.type === 'single' ? question.options : []
  const optionId = options.find(({ text }) => text === 'A cloud')?.id
  const answer = { type: 'single', optionId }
  await learner.put(`/api/tenant/attempts/${underWay.id}/answers/${item}`, { answer, sequence: 1 })
  const finish = async (id: string) => (await learner.post(`/api/tenant/attempts/${id}/finish`)).body
  expect(await finish(underWay.id)).toMatchObject({ score: 50 })
  expect((await admin.post(`/api/tenant/attempt-results/${attempt}/reopen`, { minutes: 5 })).status).toBe(200)
  const again = await finish(attempt)
  expect(again).toMatchObject({ state: 'finished', score: 100, isPassed: true })
  expect(again.items.map(({ verdict }: { verdict: { isRight: boolean } }) => verdict.isRight)).toEqual([true, true])
  const { attempts } = (await admin.get(`${path}/${learner.user?.id}`)).body
  const scores = attempts.map((one: { number: number; scoreBeforeRegrade: number | null; score: number }) => [
    one.number,
    one.scoreBeforeRegrade,
    one.score,
  ])
  expect(scores).toEqual([
    [2, 0, 50],
    [1, 50, 100],
  ])
  // A later attempt asks the corrected question: the regrade does not apply to it.
  await takeQuiz(learner, lessonId, WRONG_ANSWERS)
  expect((await admin.get(`${path}/${learner.user?.id}`)).body.attempts[0]).toMatchObject({ scoreBeforeRegrade: null })
})

test('a regrade that keeps failing ends after five tries with a reason, and runs again from the start', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const { attempt, start, work, last } = await publishCorrectedQuiz(platform, organization)
  const setEdition = (edition: string) =>
    platform.core.db.tenant(organization.id, systemActor, async ({ trx }) => {
      const row = trx('lmsQuizAttempts').where({ id: attempt })
      const { edition: before } = await row.clone().first('edition')
      await row.update({ edition })
      return before as string
    })
  const { id } = await start()
  const before = await setEdition('gone')
  for (let tries = 1; tries < 5; tries += 1) await expect(work(id)).rejects.toThrow('not there any more')
  expect(await last()).toMatchObject({ state: 'running', reason: '' })
  await work(id)
  const reason = 'What this attempt asks is not there any more.'
  expect(await last()).toMatchObject({ id, state: 'failed', reason, graded: 0 })
  await setEdition(before)
  const second = await start()
  expect(second.id).not.toBe(id)
  await work(second.id)
  expect(await last()).toMatchObject({ id: second.id, state: 'done', graded: 1, moved: 1 })
})

test('a regrade whose job is lost says so after a while and runs again, and the lost job grades nothing', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const { admin, attempt, start, work, last } = await publishCorrectedQuiz(platform, organization)
  const { id } = await start()
  platform.clock.forward(14 * MINUTE_MS)
  expect(await last()).toMatchObject({ id, state: 'running', reason: '', finishedAt: null })
  expect(await start()).toMatchObject({ code: 'regrade.running' })
  platform.clock.forward(2 * MINUTE_MS)
  const reason = 'Nothing was heard of it for 15 minutes.'
  expect(await last()).toMatchObject({ id, state: 'failed', reason, graded: 0, finishedAt: expect.any(String) })
  const second = await start()
  expect(second).toMatchObject({ state: 'running', graded: 0 })
  expect(second.id).not.toBe(id)
  await work(id)
  expect(await last()).toMatchObject({ id: second.id, state: 'running', graded: 0 })
  await work(second.id)
  expect(await last()).toMatchObject({ id: second.id, state: 'done', graded: 1, moved: 1 })
  expect((await admin.get(`/api/tenant/attempt-results/${attempt}`)).body).toMatchObject({ score: 100 })
})

test('a regrade whose job resumes before another one starts goes on', async ({ platform }) => {
  const organization = await platform.organization()
  const { start, work, last } = await publishCorrectedQuiz(platform, organization)
  const { id } = await start()
  platform.clock.forward(60 * MINUTE_MS)
  expect(await last()).toMatchObject({ id, state: 'failed' })
  await work(id)
  expect(await last()).toMatchObject({ id, state: 'done', reason: '', graded: 1, moved: 1 })
})
