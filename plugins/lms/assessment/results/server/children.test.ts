import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { tenantApp } from '#plugins/tenant-app/plugin.ts'
import { buildStudent } from '#plugins/tenant-app/testing/factories.ts'
import { lms } from '../../../plugin.ts'
import { takeQuiz, newTwoQuestions } from '../../../testing/answered.ts'
import { getFirstWork, workPath } from '../../../testing/calls-grading.ts'
import { getHandInPath, publishSubmission } from '../../../testing/hand-ins.ts'
import { publishQuiz } from '../../../testing/quizzes.ts'

const test = pluginTest([tenantApp, lms])

test('guardians read posted grades and quiz results of their own children, and no answers', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const [mia, tom] = [await organization.signIn('student'), await organization.signIn('student')]
  const [guardian, other] = [await organization.signIn('parent'), await organization.signIn('parent')]
  const family = { userId: mia.user?.id, guardians: [guardian.user?.id ?? ''] }
  const { id: childId } = await buildStudent(platform, organization, family)
  const quiz = await publishQuiz(admin, { questions: newTwoQuestions(), passPercent: 80 })
  const bridge = await publishSubmission(admin, { details: { doneWhen: 'passed', passPercent: 50 } })
  for (const learner of [mia, tom]) {
    for (const { id } of [quiz, bridge]) await learner.post(`/api/tenant/courses/${id}/enroll`)
  }
  const grades = `/api/tenant/children/${childId}/grades`
  expect((await guardian.get(grades)).body).toEqual([])

  await takeQuiz(mia, quiz.lessonId, { 'Paper burns.': 'true' })
  await takeQuiz(tom, quiz.lessonId, { 'Paper burns.': 'true', 'What falls?': 'A stone' })
  const read = await guardian.get(grades)
  expect(read.body).toMatchObject([
    { course: 'At stake', lesson: 'What do you know?', outcome: 'not-passed', score: 50, feedback: null },
  ])
  expect(read.headers['x-total-count']).toBe('1')
  expect(JSON.stringify(read.body)).not.toMatch(/stone|cloud|Paper/)

  // Drafts are hidden before they are posted, and posted grades once they are hidden again.
  await mia.post(getHandInPath(bridge.lessonId), { text: 'My own words', number: 1 })
  const { id, version } = await getFirstWork(admin)
  const given = { points: 90, comment: 'It holds.' }
  const kept = await admin.put(`${workPath}/${id}`, { ...given, version, act: 'keep' })
  expect(kept.status).toBe(200)
  expect((await guardian.get(grades)).body).toHaveLength(1)
  const posted = await admin.put(`${workPath}/${id}`, { ...given, version: kept.body.version, act: 'post' })
  expect(posted.status).toBe(200)
  const own = (await mia.get(getHandInPath(bridge.lessonId))).body.latest.feedback
  const seen = await guardian.get(grades)
  expect(seen.body[0]).toMatchObject({ lesson: 'A bridge of paper', outcome: 'passed', feedback: own })
  expect(JSON.stringify(seen.body)).not.toContain('My own words')
  await admin.post(`${workPath}/${id}/hide`, { version: posted.body.version })
  expect((await guardian.get(grades)).body).toHaveLength(1)

  for (const by of [other, await (await platform.organization()).signIn('parent')]) {
    expect((await by.get(grades)).status).toBe(404)
  }
  for (const by of [admin, mia, tom]) expect((await by.get(grades)).status).toBe(403)
  expect((await organization.client().get(grades)).status).toBe(401)
  await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx('parentStudents').update({ isRestricted: true }),
  )
  expect((await guardian.get(grades)).status).toBe(404)
})

test('a grade says when the learner was excused or the work returned', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const mia = await organization.signIn('student')
  const guardian = await organization.signIn('parent')
  const family = { userId: mia.user?.id, guardians: [guardian.user?.id ?? ''] }
  const { id: childId } = await buildStudent(platform, organization, family)
  const { id: courseId, lessonId } = await publishSubmission(admin)
  await mia.post(`/api/tenant/courses/${courseId}/enroll`)
  await mia.post(getHandInPath(lessonId), { text: 'A bridge', number: 1 })
  const { id, version } = await getFirstWork(admin)
  const returned = await admin.put(`${workPath}/${id}`, { version, comment: 'Once more.', act: 'return' })
  expect(returned.status).toBe(200)
  const outcome = async () => (await guardian.get(`/api/tenant/children/${childId}/grades`)).body
  expect(await outcome()).toMatchObject([{ outcome: 'returned', score: null, feedback: { comment: 'Once more.' } }])
  await admin.put(`${workPath}/${id}`, { version: returned.body.version, act: 'excuse' })
  expect(await outcome()).toMatchObject([{ outcome: 'excused' }])
})
