import { expect, describe } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Client } from '#core/testing/harness.ts'
import { lms } from '../../../plugin.ts'
import { takeQuiz } from '../../../testing/answered.ts'
import { beginAttempt } from '../../../testing/attempts.ts'
import { getFirstWork, workPath } from '../../../testing/calls-grading.ts'
import { listCertificates } from '../../../testing/completing.ts'
import { up } from '../../../migrations/0050_expand_whole_scores.ts'
import { signInLearner } from '../../../testing/learners.ts'
import { publishQuiz } from '../../../testing/quizzes.ts'

const test = pluginTest([lms])

const newTrueFalse = (prompt: string, points: number) => ({
  id: crypto.randomUUID(),
  type: 'true_false',
  prompt,
  points,
  isTrue: true,
})

/** Reads a learner's score from every screen and file that shows it. */
async function getScores(by: Client, learner: Client, { id, lessonId }: { id: string; lessonId: string }) {
  const results = `/api/tenant/courses/${id}/lessons/${lessonId}/results`
  const gradebook = `/api/tenant/courses/${id}/gradebook`
  const [, attempts] = (await by.get(`${results}/export`)).body.split('\r\n')
  const [, grades] = (await by.get(`${gradebook}/csv`)).body.split('\r\n')
  const overview = (await learner.get(`/api/tenant/lessons/${lessonId}/attempts`)).body
  const shown = (await learner.get(`/api/tenant/attempts/${overview.attempts[0].id}`)).body.review
  return {
    attempt: [overview.attempts[0].score, shown.isPassed],
    own: [overview.keptScore, overview.isPassed],
    results: (await by.get(results)).body.map((one: object & { keptScore: number; standing: string }) => [
      one.keptScore,
      one.standing,
    ]),
    courseMean: (await by.get(`/api/tenant/courses/${id}/learners`)).body[0].finalScore,
    gradebook: (await by.get(gradebook)).body.learners[0].cells,
    // The last columns: points, maximum points, score, and the score before a regrade.
    exported: attempts.split(',').slice(-4, -1),
    gradebookFile: grades.split(',').slice(1),
    certificates: (await listCertificates(learner, id)).certificates.length,
  }
}

const getExpectedScores = (points: string) => ({
  attempt: [70, true],
  own: [70, true],
  results: [[70, 'passed']],
  courseMean: 70,
  gradebook: [{ state: 'done', score: 70 }],
  exported: [points, '13.5', '70'],
  gradebookFile: ['100', '70'],
  certificates: 1,
})

describe('a score exactly at the pass mark', () => {
  test('a learner with 9.45 of 13.5 points passes at 70 percent on every screen, file and certificate', async ({
    platform,
  }) => {
    const organization = await platform.organization()
    const by = await organization.signIn('tenant_admin')
    const quiz = await publishQuiz(by, {
      questions: [newTrueFalse('One.', 9.45), newTrueFalse('Two.', 4.05)],
      passPercent: 70,
    })
    const learner = await signInLearner(organization, quiz.id)
    await takeQuiz(learner, quiz.lessonId, { 'One.': 'true', 'Two.': 'false' })
    expect(await getScores(by, learner, quiz)).toEqual(getExpectedScores('9.45'))
  })

  test('a grader gives 9.45 of 13.5 points, and log, attempt, gradebook and certificate agree', async ({
    platform,
  }) => {
    const organization = await platform.organization()
    const by = await organization.signIn('tenant_admin')
    const essay = { id: crypto.randomUUID(), type: 'long_text', prompt: 'Why?', points: 13.5 }
    const quiz = await publishQuiz(by, { questions: [essay], passPercent: 70 })
    const learner = await signInLearner(organization, quiz.id)
    const { id } = await beginAttempt(learner, quiz.lessonId)
    const answer = { type: 'long_text', text: 'It is folded.' }
    await learner.put(`/api/tenant/attempts/${id}/answers/1`, { answer, sequence: 1 })
    await learner.post(`/api/tenant/attempts/${id}/finish`)
    const work = await getFirstWork(by)
    const grade = async (points: number, version: number) =>
      (await by.put(`${workPath}/${work.id}`, { version, items: [{ item: 1, points }], act: 'post' })).body
    // A hundredth below, it is not rounded up: neither for the grader nor for the learner.
    expect(await grade(9.44, 1)).toMatchObject({ score: 69.92, grade: { score: 69.92, isPassed: false } })
    const { body } = await learner.get(`/api/tenant/courses/${quiz.id}/lessons/${quiz.lessonId}`)
    expect(body.progress.missing).toMatchObject([
      { message: 'Reach the pass mark: 70% of the points. The score that counts is 69.92%.' },
    ])
    expect(await grade(9.45, 2)).toMatchObject({ score: 70, grade: { score: 70, isPassed: true } })
    expect(await getScores(by, learner, quiz)).toEqual(getExpectedScores('9.45'))
  })

  test('a learner whose score was stored as a binary fraction has the decimal after the migration', async ({
    platform,
  }) => {
    const organization = await platform.organization()
    const by = await organization.signIn('tenant_admin')
    const quiz = await publishQuiz(by, {
      questions: [newTrueFalse('One.', 9.45), newTrueFalse('Two.', 4.05)],
      passPercent: 70,
    })
    const learner = await signInLearner(organization, quiz.id)
    await takeQuiz(learner, quiz.lessonId, { 'One.': 'true' })
    const ofLesson = { lessonId: quiz.lessonId }
    await platform.core.db.platform(systemActor, async ({ trx }) => {
      const before = (100 * 9.45) / 13.5
      expect(before).toBeLessThan(70)
      await trx('lmsQuizAttempts')
        .where(ofLesson)
        .update({ score: before, scoreBeforeRegrade: 100 / 3 })
      await trx('lmsLessonProgress').where(ofLesson).update({ score: before })
      await up(trx)
    })
    const after = await platform.core.db.platform(systemActor, async ({ trx }) => [
      await trx('lmsQuizAttempts').where(ofLesson).first('score', 'scoreBeforeRegrade'),
      await trx('lmsLessonProgress').where(ofLesson).first('score'),
    ])
    expect(after).toEqual([{ score: 70, scoreBeforeRegrade: 33.33 }, { score: 70 }])
  })

  test('a learner whose attempts have 10 and 11 of 15 points passes at 70 percent on average', async ({ platform }) => {
    const organization = await platform.organization()
    const by = await organization.signIn('tenant_admin')
    const questions = [newTrueFalse('Ten.', 10), newTrueFalse('One.', 1), newTrueFalse('Four.', 4)]
    const details = { questions, passPercent: 70, attempts: 2, keptScore: 'average' }
    const quiz = await publishQuiz(by, details)
    const learner = await signInLearner(organization, quiz.id)
    await takeQuiz(learner, quiz.lessonId, { 'Ten.': 'true' })
    await takeQuiz(learner, quiz.lessonId, { 'Ten.': 'true', 'One.': 'true' })
    const overview = (await learner.get(`/api/tenant/lessons/${quiz.lessonId}/attempts`)).body
    expect(overview).toMatchObject({ keptScore: 70, isPassed: true, attempts: [{ score: 73.33 }, { score: 66.66 }] })
  })
})
