import fc from 'fast-check'
import { expect } from 'vitest'
import { pluginTest, type Client, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { assertDatabaseLaw } from '#core/testing/laws.ts'
import type { RegradeRule } from '../../attempts/regrade-contract.ts'
import { lms } from '../../../plugin.ts'
import { takeQuiz } from '../../../testing/answered.ts'
import { enroll } from '../../../testing/learners.ts'
import { publishQuiz, writeQuiz } from '../../../testing/quizzes.ts'
import { regrading } from './regrade-job.ts'

const test = pluginTest([lms])

const OPTIONS = ['A', 'B', 'C', 'D'] as const
type Option = (typeof OPTIONS)[number]

/** Creates a quiz of one question, and the actions of an author, an admin and learners on it. */
async function prepareQuiz(platform: TestPlatform, organization: TestOrganization, admin: Client, first: Option) {
  const questionId = crypto.randomUUID()
  const optionIds = OPTIONS.map(() => crypto.randomUUID())
  const detailsWith = (right: Option) => {
    const options = OPTIONS.map((text, at) => ({ id: optionIds[at], text, isRight: text === right }))
    return { questions: [{ id: questionId, type: 'single', prompt: 'Which?', options }], passPercent: 80 }
  }
  const { id, lessonId } = await publishQuiz(admin, detailsWith(first))
  const path = `/api/tenant/courses/${id}/lessons/${lessonId}/results`
  return {
    publish: async (right: Option) => {
      await writeQuiz(admin, { lessonId, contentType: 'assessment', details: detailsWith(right) })
      await admin.put(`/api/lms/courses/${id}`, { status: 'published' })
    },
    take: async (learner: Client, answer: Option) => {
      await enroll(learner, id)
      await takeQuiz(learner, lessonId, { 'Which?': answer })
    },
    /** @returns true if there was something to correct */
    regrade: async (rule: RegradeRule) => {
      const run = await admin.post(`${path}/corrections/regrade`, { rules: [{ questionId, rule }] })
      if (run.status !== 200) return false
      await regrading.perform(platform.core, null, { tenantId: organization.id, regradeId: run.body.id })
      return true
    },
    scoreOf: async (learner: Client): Promise<number> =>
      (await admin.get(`${path}/${learner.user?.id}`)).body.attempts[0].score,
  }
}

test('a regrade by both answers keeps the score of a learner who was right at any edition since the attempt', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const quiz = await prepareQuiz(platform, organization, admin, 'A')
  const [ada, ben, cleo, dan] = await Promise.all(OPTIONS.map(() => organization.signIn('student')))
  if (!ada || !ben || !cleo || !dan) throw new Error('All four sign in')
  const scores = () => Promise.all([ada, ben, cleo, dan].map(quiz.scoreOf))
  for (const [at, learner] of [ada, ben, cleo].entries()) await quiz.take(learner, OPTIONS[at] ?? 'A')
  await quiz.publish('B')
  // The attempt took the second edition: the answer that was right earlier was wrong by then.
  await quiz.take(dan, 'A')
  expect(await scores()).toEqual([100, 0, 0, 0])
  await quiz.regrade('both')
  expect(await scores()).toEqual([100, 100, 0, 0])
  await quiz.publish('C')
  await quiz.regrade('both')
  expect(await scores()).toEqual([100, 100, 100, 0])
  // A regrade at the third edition would not have changed that: the editions decide.
  await quiz.publish('D')
  await quiz.regrade('both')
  expect(await scores()).toEqual([100, 100, 100, 0])
  await quiz.regrade('new')
  expect(await scores()).toEqual([0, 0, 0, 0])
  await quiz.regrade('both')
  expect(await scores()).toEqual([100, 100, 100, 0])
})

interface Step {
  right: Option
  /** Answers of learners who take this edition. */
  answers: Option[]
  rule: RegradeRule | null
}

const option = fc.constantFrom(...OPTIONS)
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    right: option,
    answers: fc.array(option, { maxLength: 2 }),
    rule: fc.constantFrom('both', 'both', 'new', 'full', null),
  }),
  { minLength: 3, maxLength: 5 },
)

test('in any order of publishing, taking and regrading, each answer is worth what its rule says of its editions', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const learners = await Promise.all(Array.from({ length: 10 }, () => organization.signIn('student')))
  await assertDatabaseLaw(
    fc.asyncProperty(steps, async (all) => {
      const quiz = await prepareQuiz(platform, organization, admin, all[0]?.right ?? 'A')
      const taken: { learner: Client; answer: Option; since: number; score: number }[] = []
      for (const [now, { right, answers, rule }] of all.entries()) {
        if (now > 0) await quiz.publish(right)
        for (const answer of answers) {
          const learner = learners[taken.length]
          if (!learner) throw new Error('There are enough learners')
          await quiz.take(learner, answer)
          // An edition that is published again is the same edition.
          const since = all.findIndex((step) => step.right === right)
          taken.push({ learner, answer, since, score: answer === right ? 100 : 0 })
        }
        // Nothing is regraded if every attempt has asked the current question.
        const isRegraded = rule !== null && (await quiz.regrade(rule))
        expect(isRegraded).toBe(rule !== null && taken.some(({ since }) => all[since]?.right !== right))
        for (const one of isRegraded ? taken : []) {
          const counted = rule === 'new' ? [right] : all.slice(one.since, now + 1).map((step) => step.right)
          one.score = rule === 'full' || counted.includes(one.answer) ? 100 : 0
        }
        for (const { learner, score } of taken) expect(await quiz.scoreOf(learner)).toBe(score)
      }
    }),
  )
})
