import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Client, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { givenGrades } from '../../grading/server/tables.ts'
import { lms } from '../../../plugin.ts'
import { takeQuiz, newTwoQuestions } from '../../../testing/answered.ts'
import { beginAttempt } from '../../../testing/attempts.ts'
import { getFirstWork, workPath } from '../../../testing/calls-grading.ts'
import { publishQuiz } from '../../../testing/quizzes.ts'
import { givenAttempts } from './tables.ts'

const test = pluginTest([lms])

interface GivenAttempt {
  number: number
  answers: { isRight: boolean | null; points: number | null; comment: string }[]
}

/** Reads a part of a learner's personal data. */
async function getPersonalData<Row>(
  { core }: TestPlatform,
  { id }: TestOrganization,
  learner: Client,
  part: typeof givenAttempts,
): Promise<Row[]> {
  const userId = learner.user?.id
  const [found] = await core.db.tenant(id, systemActor, (scope) => scope.rows(part.rows, { userId }))
  return (found as unknown as { rows: Row[] }).rows
}

const right = { 'What falls?': 'A stone', 'Paper burns.': 'true' }
const wrong = { ...right, 'What falls?': 'A cloud' }

test.for([
  // Verdicts of a first attempt that did not reach the pass mark, and of a second one that did.
  ['after_submission', 2, [true, true], [true, true]],
  ['after_last_attempt', 2, [false], [true, true]],
  ['after_last_attempt', 3, [false], [false, false]],
  ['after_last_attempt', null, [false], [false, true]],
  ['never', 2, [false], [false, false]],
] as const)(
  'with feedback %s, after %s attempts, personal data shows the verdicts that the review shows',
  async ([feedback, attempts, first, second], { platform }) => {
    const organization = await platform.organization()
    const by = await organization.signIn('tenant_admin')
    const rules = { feedback, attempts, passPercent: 80, shufflesQuestions: false }
    const { id, lessonId } = await publishQuiz(by, { questions: newTwoQuestions(), ...rules })
    const learner = await organization.signIn('student')
    await learner.post(`/api/tenant/courses/${id}/enroll`)
    const ids: string[] = []
    for (const [answers, shown] of [
      [wrong, first.slice(0, 1)],
      [right, second],
    ] as const) {
      ids.push(await takeQuiz(learner, lessonId, answers))
      const reviewed = await Promise.all(
        ids.map(async (one) => (await learner.get(`/api/tenant/attempts/${one}`)).body.review.isTold),
      )
      expect(reviewed).toEqual(shown)
      const given = await getPersonalData<GivenAttempt>(platform, organization, learner, givenAttempts)
      expect(
        given.map((one) => one.answers.every(({ isRight, points }) => isRight !== null && points !== null)),
      ).toEqual(shown)
      expect(
        given.map((one) => one.answers.some(({ isRight, points }) => isRight !== null || points !== null)),
      ).toEqual(shown)
    }
  },
)

test('a grader’s comment on answers that are never shown is in no one’s data, and reading data uses up no showing', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const by = await organization.signIn('tenant_admin')
  for (const feedback of ['never', 'once', 'after_submission'] as const) {
    const essay = { id: crypto.randomUUID(), type: 'long_text', prompt: 'Why?', points: 2 }
    const { id, lessonId } = await publishQuiz(by, { questions: [essay], feedback })
    const learner = await organization.signIn('student')
    await learner.post(`/api/tenant/courses/${id}/enroll`)
    const attempt = await beginAttempt(learner, lessonId)
    const answer = { type: 'long_text', text: 'So.' }
    await learner.put(`/api/tenant/attempts/${attempt.id}/answers/1`, { answer, sequence: 1 })
    await learner.post(`/api/tenant/attempts/${attempt.id}/finish`)
    const work = await getFirstWork(by)
    const items = [{ item: 1, points: 1, comment: 'canary of an answer' }]
    const given = { version: 1, act: 'post', items, comment: 'canary of the whole' }
    expect((await by.put(`${workPath}/${work.id}`, given)).status).toBe(200)
    const shown = JSON.stringify([
      await getPersonalData(platform, organization, learner, givenAttempts),
      await getPersonalData(platform, organization, learner, givenGrades),
    ])
    for (const canary of ['canary of an answer', 'canary of the whole'])
      expect(shown.includes(canary), `${feedback}: ${canary}`).toBe(feedback === 'after_submission')
    platform.clock.forward(120_000)
    const { review } = (await learner.get(`/api/tenant/attempts/${attempt.id}`)).body
    // Submitting has already used up the one showing.
    expect(review.isTold).toBe(feedback === 'after_submission')
  }
})
