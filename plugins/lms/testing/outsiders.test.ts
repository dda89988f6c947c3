import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { create } from '#core/testing/calls.ts'
import { pluginTest, type Client } from '#core/testing/harness.ts'
import { fileForm } from '#core/testing/upload.ts'
import { tenantApp } from '#plugins/tenant-app/plugin.ts'
import { buildStudent } from '#plugins/tenant-app/testing/factories.ts'
import { lms } from '../plugin.ts'
import { takeQuiz, newTwoQuestions } from './answered.ts'
import { attemptCalls } from './calls-attempts.ts'
import { enrollmentCalls } from './calls-enrollments.ts'
import { getFirstWork, gradingCalls, submitWork } from './calls-grading.ts'
import { handInCalls } from './calls-hand-ins.ts'
import { questionCalls } from './calls-questions.ts'
import { resultCalls } from './calls-results.ts'
import { publishQuiz } from './quizzes.ts'

const test = pluginTest([tenantApp, lms])

const calls = { ...attemptCalls, ...handInCalls, ...gradingCalls, ...resultCalls, ...questionCalls, ...enrollmentCalls }

/** Matches secrets of quizzes, and answers or submissions. */
const REVEALED_ANSWER = /secret|"isRight"|"solution"|"accepted"|"explanation"|What falls|A bridge"/

/** Calls that return no one's data: the caller creates something of their own. */
const makesOwn = new Set([
  'POST /api/tenant/grading/comments',
  'POST /api/lms/question-banks',
  'POST /api/lms/question-pictures',
])

/** Calls that refuse users in the body at the field, like unknown ids. */
const namesPeople = new Set(['POST /api/tenant/courses/{courseId}/gradebook/excuse'])

for (const [name, prepare] of Object.entries(calls)) {
  test(`${name}: reveals nothing to another learner, a guardian, another organization or a signed-out visitor`, async ({
    platform,
  }) => {
    const organization = await platform.organization()
    const other = await platform.organization()
    const admin = await platform.superAdmin()
    const { params = [], query, body, image } = await prepare({ platform, organization, admin })
    const guardian = await organization.signIn('parent')
    await platform.core.db.tenant(organization.id, systemActor, async ({ trx }) => {
      const learner = await trx('users').where({ role: 'student' }).first<{ id: string } | undefined>('id')
      const family = { userId: learner?.id, guardians: [guardian.user?.id ?? ''] }
      if (learner) await buildStudent(platform, organization, family)
    })
    const rest = [...params]
    const [method = '', path = ''] = name.split(' ')
    const address = path.replace(/\{\w+\}/g, () => rest.shift() ?? '')
    const url = query ? `${address}?${new URLSearchParams(query)}` : address
    // The guardian's own child is readable here; `children.test.ts` covers the details.
    const isOfChild = path.includes('/children/')
    const outsiders = {
      learner: await organization.signIn('student'),
      ...(isOfChild ? {} : { guardian }),
      ...(makesOwn.has(name) ? {} : { stranger: await other.signIn('tenant_admin') }),
      nobody: organization.client(),
    }
    for (const [who, by] of Object.entries(outsiders)) {
      const answer = await by.request(
        method,
        url,
        image ? fileForm(image, { field: path.endsWith('/import') ? 'file' : 'image' }) : body ? { payload: body } : {},
      )
      const refusals = namesPeople.has(name) ? [400, 403, 404] : [403, 404]
      expect(who === 'nobody' ? [401] : refusals, `${who} was answered ${answer.status}`).toContain(answer.status)
      expect(JSON.stringify(answer.body), who).not.toMatch(REVEALED_ANSWER)
    }
  })
}

test("no list contains other users' answers, grades and questions", async ({ platform }) => {
  const organization = await platform.organization()
  const { by: admin, learner } = await submitWork(organization)
  const { id: work } = await getFirstWork(admin)
  const { id: bank } = await create<{ id: string }>(admin, '/api/lms/question-banks', { name: 'Robots' })
  const { id, lessonId } = await publishQuiz(admin, { questions: newTwoQuestions() }, { contentType: 'quiz' })
  const taker = await organization.signIn('student')
  await taker.post(`/api/tenant/courses/${id}/enroll`)
  await takeQuiz(taker, lessonId, { 'Paper burns.': 'true' })
  const marks = Object.entries({ learner: learner.user?.id ?? '', work, bank, taker: taker.user?.id ?? '' })
  const lists = platform.platform.contracts
    .flatMap(({ contract }) => Object.values(contract))
    .filter(({ method, path }) => method === 'GET' && !path.includes('{'))
  const listMarks = async (by: Client) => {
    const answers = await Promise.all(lists.map(async ({ path }) => JSON.stringify((await by.get(path)).body)))
    return marks.filter(([, mark]) => answers.some((answer) => answer.includes(mark))).map(([name]) => name)
  }
  expect(await listMarks(admin)).toEqual(marks.map(([name]) => name))
  const other = await platform.organization()
  for (const by of [
    await organization.signIn('student'),
    await organization.signIn('parent'),
    await other.signIn('tenant_admin'),
    organization.client(),
  ]) {
    expect(await listMarks(by), by.user?.role).toEqual([])
  }
})
