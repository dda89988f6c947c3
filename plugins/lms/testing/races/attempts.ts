import { expect } from 'vitest'
import type { World } from '#core/testing/calls.ts'
import type { Races } from '#core/testing/races.ts'
import { endAttempts } from '../../assessment/attempts/server/end-due-attempts.ts'
import { regrading } from '../../assessment/results/server/regrade-job.ts'
import { answerAttempt, correctQuestions, takeQuiz, newTwoQuestions } from '../answered.ts'
import { getAttemptsPath, beginAttempt } from '../attempts.ts'
import { signInLearner } from '../learners.ts'
import { publishQuiz, writeQuiz } from '../quizzes.ts'
import { newFreeRace, selectRows } from './outcomes.ts'

const MINUTE_MS = 60_000

/** Publishes an assessment of two questions, with its author and a learner. */
async function publishAssessment({ organization }: World, details: object = {}) {
  const admin = await organization.signIn('tenant_admin')
  const questions = newTwoQuestions()
  const { id, lessonId } = await publishQuiz(admin, { questions, attempts: 3, ...details })
  const learner = await signInLearner(organization, id)
  const results = `/api/tenant/courses/${id}/lessons/${lessonId}/results`
  return { admin, questions, id, lessonId, learner, results, ofLearner: `${results}/${learner.user?.id}` }
}

const finishPath = ({ id }: { id: string }) => `/api/tenant/attempts/${id}/finish`

export const attemptRaces: Races = {
  'plugins/lms/assessment/attempts/server/allowances.ts lockEnrollments': async (world) => {
    const { admin, lessonId, learner, ofLearner } = await publishAssessment(world, { timeLimit: 10 })
    const granted = { extraMinutes: 5, extraAttempts: 0, reason: 'Fire drill' }
    return {
      first: () => admin.put(`${ofLearner}/allowance`, granted),
      second: () => learner.post(getAttemptsPath(lessonId)),
      expect: (_, { body: { startedAt, endsAt } }) =>
        expect(Date.parse(endsAt) - Date.parse(startedAt)).toBe(15 * MINUTE_MS),
    }
  },
  // Answers are read when it ends: later ones are refused, so that none is accepted without counting.
  'plugins/lms/assessment/attempts/server/attempt.ts lockAttempts': async (world) => {
    const { lessonId, learner } = await publishAssessment(world)
    const attempt = await beginAttempt(learner, lessonId)
    return {
      first: () => learner.post(finishPath(attempt)),
      heldBefore: /^update lms_quiz_attempts a set state/,
      second: () => answerAttempt(learner, attempt, { 'Paper burns.': 'true' }),
      expect: (_, second) => expect(String(second)).toMatch(/attempt\.over/),
    }
  },
  'plugins/lms/assessment/attempts/server/attempt.ts lockAttemptForShare': async (world) => {
    const { lessonId, learner } = await publishAssessment(world)
    const attempt = await beginAttempt(learner, lessonId)
    await answerAttempt(learner, attempt, { 'Paper burns.': 'false' })
    return {
      first: () => answerAttempt(learner, attempt, { 'Paper burns.': 'true' }, 2),
      second: () => learner.post(finishPath(attempt)),
      expect: async () => {
        const [ended] = await selectRows(world.platform, 'lmsQuizAttempts', { id: attempt.id })
        expect(ended).toMatchObject({ state: 'finished', score: 50 })
      },
    }
  },
  'plugins/lms/assessment/attempts/server/attempt.ts lockEnrollments': async (world) => {
    const { admin, lessonId, learner, ofLearner } = await publishAssessment(world)
    const best = await takeQuiz(learner, lessonId, { 'What falls?': 'A stone', 'Paper burns.': 'true' })
    const next = await beginAttempt(learner, lessonId)
    await answerAttempt(learner, next, { 'Paper burns.': 'true' })
    return {
      first: () => admin.post(`/api/tenant/attempt-results/${best}/discard`),
      second: () => learner.post(finishPath(next)),
      expect: async () => expect((await admin.get(ofLearner)).body.learner).toMatchObject({ keptScore: 50 }),
    }
  },
  'plugins/lms/assessment/attempts/server/end-due-attempts.ts lockDueAttempts': async (world) => {
    const { lessonId, learner } = await publishAssessment(world, { timeLimit: 1 })
    await beginAttempt(learner, lessonId)
    world.platform.clock.forward(5 * MINUTE_MS)
    const end = () => endAttempts.perform(world.platform.core, null, {})
    return newFreeRace(end, end)
  },
  'plugins/lms/assessment/results/server/regrade-job.ts lockRegrade': async (world) => {
    const { admin, id, lessonId, learner, questions, results } = await publishAssessment(world)
    await takeQuiz(learner, lessonId, { 'Paper burns.': 'true' })
    const details = { questions: correctQuestions(questions), attempts: 3 }
    await writeQuiz(admin, { lessonId, contentType: 'assessment', details })
    await admin.put(`/api/lms/courses/${id}`, { status: 'published' })
    const rules = [{ questionId: questions[0]?.id, rule: 'full' }]
    await admin.post(`${results}/corrections/regrade`, { rules })
    const tenantId = world.organization.id
    const [run] = await selectRows(world.platform, 'lmsRegrades', { tenantId })
    const regrade = () => regrading.perform(world.platform.core, null, { tenantId, regradeId: run?.['id'] })
    return {
      first: regrade,
      second: regrade,
      expect: async (first, second) => {
        expect([first, second]).toEqual([undefined, undefined])
        expect(await selectRows(world.platform, 'lmsRegrades', { tenantId })).toMatchObject([
          { state: 'done', graded: 1 },
        ])
      },
    }
  },
}
